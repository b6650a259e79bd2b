"""Logging in and out, and signing up."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, redirect, render_template, request, session
from werkzeug.wrappers import Response
from wtforms import PasswordField, StringField, ValidationError

from ..kit.forms import BlockForm, Required, at_most, matching, tidy_line
from ..kit.passwords import check_password, hash_password
from ..kit.session import sign_in, sign_out
from ..kit.web import db, stamp, user
from .access import TARGET

pages = Blueprint("login", __name__)

MIN_PASSWORD = 8
MAX_PASSWORD = 72


def strong_enough(form: Any, field: Any) -> None:
    """Refuses a password of a length that the original refuses."""
    if field.data and not MIN_PASSWORD <= len(field.data) <= MAX_PASSWORD:
        raise ValidationError(f"Use {MIN_PASSWORD} to {MAX_PASSWORD} characters.")


EMAIL = matching(r"[^@\s]+@[^@\s]+\.[^@\s]+", "This is not an e-mail address.")


class RegistrationForm(BlockForm):
    """A new account."""

    block = "user"
    username = StringField(
        "Username",
        [Required(), matching(r"[A-Za-z0-9_]{3,25}", "Use 3 to 25 letters, digits and underscores.")],
        filters=[tidy_line],
    )
    email = StringField("Email address", [at_most(254), EMAIL], filters=[tidy_line], description="Optional.")
    password = PasswordField("Password", [Required(), strong_enough], name="password][first")
    repeat = PasswordField("Repeat password", [Required()], name="password][second")

    def validate_username(self, field: StringField) -> None:
        """Refuses a name that is taken in any case."""
        if db().execute("SELECT 1 FROM users WHERE name = ?", [field.data]).fetchone():
            raise ValidationError(f"The name {field.data} is taken. Choose another one.")

    def validate_repeat(self, field: PasswordField) -> None:
        """Refuses a repetition that differs."""
        if field.data != self.password.data:
            raise ValidationError("The two passwords differ.")


@pages.get("/login")
def show() -> str | Response:
    """The login page."""
    return redirect("/") if user() else render_template("login.html", name="", error=None)


@pages.post("/login", endpoint="check")
@pages.post("/login_check", endpoint="check")
def check() -> str | Response:
    """Log in, and go on to the page that asked for it."""
    name = tidy_line(request.form.get("_username"))
    row = db().execute("SELECT * FROM users WHERE name = ?", [name]).fetchone()
    if row is None or not check_password(request.form.get("_password", ""), row["password_hash"]):
        return render_template("login.html", name=name, error="Wrong username or password. Check both and try again.")
    target = str(session.pop(TARGET, "/"))
    sign_in(row)
    return redirect(target)


@pages.get("/login_check")
def back_to_login() -> Response:
    """For whoever comes back to the address that the login was sent to."""
    return redirect("/login")


@pages.post("/logout")
def log_out() -> Response:
    """End the session in this browser."""
    sign_out()
    return redirect("/")


@pages.get("/logout")
def show_logout() -> str:
    """A page that asks, for whoever comes here by address."""
    return render_template("logout.html")


@pages.route("/registration", methods=["GET", "POST"])
def register() -> str | Response:
    """A new account, logged in at once."""
    form = RegistrationForm()
    if not form.is_sent_and_valid():
        return render_template("registration.html", form=form)
    name, password_hash = form.username.data, hash_password(form.password.data, form.username.data)
    values = [name, form.email.data or None, password_hash, stamp()]
    sql = "INSERT INTO users (name, email, password_hash, created_at) VALUES (?, ?, ?, ?)"
    user_id = db().execute(sql, values).lastrowid
    sign_in({"id": user_id, "password_hash": password_hash})
    return redirect(str(session.pop(TARGET, "/")))
