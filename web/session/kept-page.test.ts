import { expect, test } from "vitest";
import { reloadWhenRestored } from "./kept-page.ts";

function aPage() {
  const events = new EventTarget();
  let reloads = 0;
  const body = { hidden: false };
  const page = Object.assign(events, { document: { body }, location: { reload: () => void reloads++ } });
  reloadWhenRestored(page as unknown as Window);
  const tell = (kind: "pagehide" | "pageshow", persisted: boolean) =>
    events.dispatchEvent(Object.assign(new Event(kind), { persisted }));
  return { tell, body, reloads: () => reloads };
}

test("a page stored for Back shows nothing, and reloads when it comes back", () => {
  const { tell, body, reloads } = aPage();
  tell("pagehide", true);
  expect([body.hidden, reloads()]).toEqual([true, 0]);
  tell("pageshow", true);
  expect([body.hidden, reloads()]).toEqual([true, 1]);
});

test("a page that is not stored is left alone", () => {
  const { tell, body, reloads } = aPage();
  tell("pageshow", false);
  tell("pagehide", false);
  expect([body.hidden, reloads()]).toEqual([false, 0]);
});
