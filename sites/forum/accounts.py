"""A user's own account: e-mail address, password, and its end."""

from __future__ import annotations

import sqlite3
from typing import Any

from flask import Blueprint, flash, redirect, render_template
from werkzeug.wrappers import Response
from wtforms import PasswordField, StringField, ValidationError

from ..kit.forms import BlockForm, Required, at_most, tidy_line
from ..kit.passwords import check_password, hash_password
from ..kit.session import sign_in, sign_out
from ..kit.web import db
from . import links
from .access import login_required, require_self, the_user
from .counters import refresh_forum, refresh_submission
from .find import find_user
from .login import EMAIL, strong_enough

pages = Blueprint("accounts", __name__)


def _own_password(form: Any, field: Any) -> None:
    if not check_password(field.data or "", the_user()["password_hash"]):
        raise ValidationError("This is not your password.")


class AccountForm(BlockForm):
    """The e-mail address and the password; an empty new password keeps the old one."""

    block = "user"
    email = StringField("Email address", [at_most(254), EMAIL], filters=[tidy_line], description="Optional.")
    password = PasswordField(
        "New password", [strong_enough], name="password][first", description="Leave empty to keep the present one."
    )
    repeat = PasswordField("Repeat new password", name="password][second")
    current = PasswordField("Current password", [Required(), _own_password])

    def validate_repeat(self, field: PasswordField) -> None:
        """Refuses a repetition that differs."""
        if (field.data or "") != (self.password.data or ""):
            raise ValidationError("The two passwords differ.")


class DeleteForm(BlockForm):
    """The end of an account asks for its name and its password."""

    block = "delete_account"
    name = StringField("Your username", [Required()], filters=[tidy_line])
    current = PasswordField("Password", [Required(), _own_password])

    def validate_name(self, field: StringField) -> None:
        """Refuses any name but the user's own."""
        if field.data != the_user()["name"]:
            raise ValidationError(f"Type {the_user()['name']} to confirm.")


@pages.route("/user/<name>/account", methods=["GET", "POST"])
@login_required
def edit(name: str) -> str | Response:
    """Change the own e-mail address or password."""
    who = find_user(name)
    require_self(who)
    form = AccountForm(data={"email": who["email"] or ""})
    if not form.is_sent_and_valid():
        return render_template("account.html", form=form, who=who)
    new = form.password.data
    password_hash = hash_password(new, who["name"]) if new else who["password_hash"]
    values = [form.email.data or None, password_hash, who["id"]]
    db().execute("UPDATE users SET email = ?, password_hash = ? WHERE id = ?", values)
    sign_in({"id": who["id"], "password_hash": password_hash})
    flash("Your account was saved.")
    return redirect(links.user(who["name"], "account"))


@pages.route("/user/<name>/delete_account", methods=["GET", "POST"])
@login_required
def delete(name: str) -> str | Response:
    """End the own account: its texts go, the replies of others stay."""
    who = find_user(name)
    require_self(who)
    form = DeleteForm()
    if not form.is_sent_and_valid():
        return render_template("account_delete.html", form=form, who=who)
    _delete(db(), who["id"])
    sign_out()
    flash("Your account was deleted.")
    return redirect("/")


def _delete(db: sqlite3.Connection, user_id: int) -> None:
    """Hide what the user wrote, drop what they followed and moderated, and free the name. Votes stay counted."""
    mine = [user_id]
    posted = [row[0] for row in db.execute("SELECT DISTINCT forum_id FROM submissions WHERE user_id = ?", mine)]
    followed = [row[0] for row in db.execute("SELECT forum_id FROM subscriptions WHERE user_id = ?", mine)]
    commented = [row[0] for row in db.execute("SELECT DISTINCT submission_id FROM comments WHERE user_id = ?", mine)]
    db.execute("UPDATE submissions SET visibility = 'deleted' WHERE user_id = ?", mine)
    db.execute("UPDATE comments SET visibility = 'deleted' WHERE user_id = ?", mine)
    db.execute("DELETE FROM subscriptions WHERE user_id = ?", mine)
    db.execute("DELETE FROM moderators WHERE user_id = ?", mine)
    db.execute(
        "UPDATE users SET name = '!deleted' || id, email = NULL, password_hash = '', biography = '', is_admin = 0"
        " WHERE id = ?",
        mine,
    )
    for submission_id in commented:
        refresh_submission(db, submission_id)
    for forum_id in sorted({*posted, *followed}):
        refresh_forum(db, forum_id)
