from __future__ import annotations

import socket
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from browserenv.worlds.relay import Relay

N_BIG = 5_000_000
"""Bytes; more than all buffers between the two ends hold."""


class Echo(socketserver.StreamRequestHandler):
    """Says its name, then sends back what it gets until the visitor has said all, then says goodbye."""

    def handle(self) -> None:
        self.wfile.write(self.server.name)  # type: ignore[attr-defined]
        while data := self.connection.recv(65536):
            self.connection.sendall(data)
        self.wfile.write(b"bye")


@contextmanager
def echo(name: bytes) -> Iterator[int]:
    """The port of a running echo server."""
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Echo) as server:
        server.daemon_threads = True
        server.name = name  # type: ignore[attr-defined]
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server.server_address[1]
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture
def relay() -> Iterator[Relay]:
    relay = Relay()
    yield relay
    relay.close()


def visit(relay: Relay) -> socket.socket:
    return socket.create_connection(("127.0.0.1", relay.port), timeout=10)


def is_closed(visitor: socket.socket) -> bool:
    try:
        return visitor.recv(1) == b""
    except ConnectionError:
        return True


def test_what_is_said_arrives_on_both_sides(relay: Relay) -> None:
    with echo(b"one") as target:
        relay.lead_to(target)
        with visit(relay) as visitor:
            assert visitor.recv(3) == b"one"
            visitor.sendall(b"hello")
            assert visitor.recv(5) == b"hello"


def test_one_end_may_have_said_all_while_the_other_goes_on(relay: Relay) -> None:
    with echo(b"one") as target:
        relay.lead_to(target)
        with visit(relay) as visitor, visitor.makefile("rb") as file:
            visitor.sendall(b"hello")
            visitor.shutdown(socket.SHUT_WR)
            assert file.read() == b"onehellobye"


def test_a_slow_reader_loses_nothing(relay: Relay) -> None:
    content = bytes(range(250)) * (N_BIG // 250)
    with echo(b"one") as target:
        relay.lead_to(target)
        with visit(relay) as visitor, visitor.makefile("rb") as file:

            def send() -> None:
                visitor.sendall(content)
                visitor.shutdown(socket.SHUT_WR)

            sender = threading.Thread(target=send)
            sender.start()
            assert file.read() == b"one" + content + b"bye"
            sender.join()


def test_the_port_stays_while_the_target_changes(relay: Relay) -> None:
    port = relay.port
    with echo(b"one") as first, echo(b"two") as second:
        for target, name in [(first, b"one"), (second, b"two"), (first, b"one")]:
            relay.lead_to(target)
            assert relay.port == port
            with visit(relay) as visitor:
                assert visitor.recv(3) == name


def test_a_change_of_target_closes_what_was_open(relay: Relay) -> None:
    with echo(b"one") as first, echo(b"two") as second:
        relay.lead_to(first)
        with visit(relay) as visitor:
            assert visitor.recv(3) == b"one"
            relay.lead_to(second)
            assert is_closed(visitor)


def test_without_a_target_visitors_are_closed(relay: Relay) -> None:
    with visit(relay) as visitor:
        assert is_closed(visitor)


def test_a_target_that_is_gone_closes_visitors_until_there_is_another(relay: Relay) -> None:
    with echo(b"one") as gone:
        pass
    relay.lead_to(gone)
    with visit(relay) as visitor:
        assert is_closed(visitor)
    with echo(b"two") as target:
        relay.lead_to(target)
        with visit(relay) as visitor:
            assert visitor.recv(3) == b"two"


def test_a_closed_relay_listens_no_more() -> None:
    relay = Relay()
    with echo(b"one") as target:
        relay.lead_to(target)
        with visit(relay) as visitor:
            assert visitor.recv(3) == b"one"
            relay.close()
            relay.close()
            assert is_closed(visitor)
    with pytest.raises(ConnectionRefusedError):
        visit(relay)
    assert not [thread for thread in threading.enumerate() if thread.name == "relay"]
