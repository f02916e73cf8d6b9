// The link's token stands behind its #, where no server sees it. It is sent once somebody presses, and not before:
// scanners fetch pages and run their scripts, and would count as readers.
const button = document.querySelector("button");
const status = document.querySelector("[role=status]");
const token = location.hash.slice(1);

const say = (text) => {
  status.textContent = text;
};

function showOver() {
  const { overTitle, over } = status.dataset;
  document.title = overTitle;
  document.querySelector("h1").textContent = overTitle;
  button.hidden = true;
  say(over);
}

async function openBrief() {
  button.disabled = true;
  say(status.dataset.opening);
  try {
    const response = await fetch("/v1/shared/open", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ token }),
    });
    const { data, code } = await response.json();
    if (response.ok) location.replace(data.address);
    else if (code === "SHARE_OVER") showOver();
    else say(code === "RATE_LIMITED" ? status.dataset.busy : status.dataset.failed);
  } catch {
    say(status.dataset.failed);
  }
  button.disabled = false;
}

if (token.startsWith("fhb_")) {
  button.disabled = false;
  button.addEventListener("click", () => void openBrief());
} else say(status.dataset.cut);

// another link in the same tab changes nothing else
addEventListener("hashchange", () => location.reload());
