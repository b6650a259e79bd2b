// Votes and subscriptions without a page load. Without this script the same forms load a page.
"use strict";

const scriptless = new WeakSet();

function update(form, answer) {
  const chosen = answer.userChoice;
  form.className = "vote" + (chosen > 0 ? " vote--user-upvoted" : chosen < 0 ? " vote--user-downvoted" : "");
  form.querySelector(".vote__net-score").textContent = answer.netScore;
  for (const [selector, value, word] of [[".vote__up", 1, "upvote"], [".vote__down", -1, "downvote"]]) {
    const button = form.querySelector(selector);
    const isChosen = chosen === value;
    button.value = isChosen ? 0 : value;
    button.setAttribute("aria-label", isChosen ? "Retract " + word : word[0].toUpperCase() + word.slice(1));
  }
}

function toggle(form, answer) {
  const button = form.querySelector("button");
  button.textContent = answer.subscribed ? "Unsubscribe" : "Subscribe";
  button.classList.toggle("button--quiet", answer.subscribed);
  const path = form.getAttribute("action").replace(/[^/]+$/, "");
  form.setAttribute("action", path + (answer.subscribed ? "unsubscribe" : "subscribe"));
  const count = form.parentElement.querySelector(".subscribe__count");
  if (count) count.textContent = answer.subscriberCount.toLocaleString("en-US");
}

async function send(form, button, show) {
  const body = new URLSearchParams(new FormData(form));
  if (button && button.name) body.set(button.name, button.value);
  form.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(form.getAttribute("action") + ".json", { method: "POST", body });
    if (answer.ok) return show(form, await answer.json());
    fallBack(form, button);
  } catch {
    fallBack(form, button);
  } finally {
    form.removeAttribute("aria-busy");
  }
}

// The plain form shows what went wrong: the login page, or the page of an error.
function fallBack(form, button) {
  scriptless.add(form);
  form.requestSubmit(button);
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  const show = form.matches(".vote") ? update : form.matches(".subscribe") ? toggle : null;
  if (!show || scriptless.has(form)) return;
  event.preventDefault();
  if (form.getAttribute("aria-busy") !== "true") send(form, event.submitter, show);
});
