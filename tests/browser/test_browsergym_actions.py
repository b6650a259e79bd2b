"""The actions are BrowserGym's: names, parameters in their order, defaults, subsets; and where they differ on purpose.

The facts are those of browsergym-core 0.14.3 (``browsergym.core.action``).
"""

from __future__ import annotations

from browserenv.browser.actions import SPECS

POINTED = "x, y, button='left'"
HELD = "bid, button='left', modifiers=[]"
SIGNATURES = {
    "check": "bid",
    "clear": "bid",
    "click": HELD,
    "dblclick": HELD,
    "drag_and_drop": "from_bid, to_bid",
    "fill": "bid, value, enable_autocomplete_menu=False",
    "focus": "bid",
    "go_back": "",
    "go_forward": "",
    "goto": "url",
    "hover": "bid",
    "keyboard_down": "key",
    "keyboard_insert_text": "text",
    "keyboard_press": "key",
    "keyboard_type": "text",
    "keyboard_up": "key",
    "mouse_click": POINTED,
    "mouse_dblclick": POINTED,
    "mouse_down": POINTED,
    "mouse_drag_and_drop": "from_x, from_y, to_x, to_y",
    "mouse_move": "x, y",
    "mouse_up": POINTED,
    "mouse_upload_file": "x, y, file",
    "new_tab": "",
    "noop": "wait_ms=1000",
    "press": "bid, key_comb",
    "report_infeasible": "reason",
    "scroll": "delta_x, delta_y",
    "scroll_at": "x, y, dx, dy",
    "select_option": "bid, options",
    "send_msg_to_user": "text",
    "tab_close": "",
    "tab_focus": "index",
    "uncheck": "bid",
    "upload_file": "bid, file",
}
SUBSETS = {
    "chat": "send_msg_to_user",
    "infeas": "report_infeasible",
    "bid": "scroll fill select_option click dblclick hover press focus clear drag_and_drop upload_file",
    "coord": """scroll_at mouse_move mouse_up mouse_down mouse_click mouse_dblclick mouse_drag_and_drop
      mouse_upload_file keyboard_down keyboard_up keyboard_press keyboard_type keyboard_insert_text""",
    "nav": "go_back go_forward goto",
    "tab": "tab_close tab_focus new_tab",
}
# Meant to differ, and said in docs/actions.md.
WAITS_NO_LONGER = {"noop": "wait_ms=0"}
IN_NO_SUBSET_THERE = {"check": "bid", "uncheck": "bid", "noop": "noop"}
OURS_ALONE = {"reload": "nav", "accept_dialog": "dialog", "choose_files": "dialog", "dismiss_dialog": "dialog"}


def test_names_and_signatures_are_browsergym_s() -> None:
    ours = {name: spec.signature for name, spec in SPECS.items() if name not in OURS_ALONE}
    assert ours == {name: f"{name}({arguments})" for name, arguments in (SIGNATURES | WAITS_NO_LONGER).items()}


def test_subsets_are_browsergym_s() -> None:
    theirs = {name: subset for subset, names in SUBSETS.items() for name in names.split()}
    assert {name: spec.subset for name, spec in SPECS.items()} == theirs | IN_NO_SUBSET_THERE | OURS_ALONE
