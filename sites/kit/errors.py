"""Pages of errors in the site's own look, and as JSON where JSON was asked for."""

from __future__ import annotations

from flask import Flask, Response, jsonify, make_response, render_template, request
from werkzeug.exceptions import HTTPException

_MEANING = {
    400: ("Bad request", "The site could not make sense of this request. Go back and try again."),
    401: ("Log in first", "This needs an account. Log in and try again."),
    403: ("Not allowed", "Your account may not do this."),
    404: ("Page not found", "There is nothing at this address. It may have been removed, or the address is mistyped."),
    405: ("Not possible here", "This address does not take that kind of request. Use the links and forms of the site."),
    413: ("Too large", "What you sent is larger than the site takes. Send a smaller file or a shorter text."),
    500: ("Something broke", "The site failed to answer. Nothing was saved; go back and try again."),
}
_OTHER = ("Something went wrong", "Go back and try again.")


def install(app: Flask) -> None:
    """Answer every error with the template ``error.html``, given ``code``, ``title`` and ``message``."""
    app.register_error_handler(HTTPException, _show)


def _show(error: HTTPException) -> Response:
    code = error.code or 500
    title, message = _MEANING.get(code, _OTHER)
    if error.description and error.description != type(error).description:
        message = error.description
    if wants_json():
        response = jsonify(error=message)
    else:
        response = make_response(render_template("error.html", code=code, title=title, message=message))
    response.status_code = code
    if code == 405:
        response.headers["Allow"] = dict(error.get_headers()).get("Allow", "GET")
    return response


def wants_json() -> bool:
    """Whether the request is one for data, by its address."""
    return request.path.rstrip("/").endswith(".json")
