from __future__ import annotations

from browserenv.sites.kit.passwords import check_password, hash_password


def test_the_same_password_and_salt_give_the_same_hash() -> None:
    assert hash_password("test1234", "Ada") == hash_password("test1234", "Ada")
    assert hash_password("test1234", "Ada") != hash_password("test1234", "Ben")


def test_only_the_right_password_opens() -> None:
    stored = hash_password("test1234", "Ada")
    assert check_password("test1234", stored)
    for wrong in ("test12345", "", "TEST1234"):
        assert not check_password(wrong, stored)


def test_a_hash_of_another_form_opens_to_nobody() -> None:
    assert not check_password("", "")
    assert not check_password("x", "plain$x")
