import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { OpenFollowUp } from "#contract/api/calls.ts";
import { createFollowUps, type FollowUps } from "./follow-ups.ts";

const aFollowUp = (text: string): OpenFollowUp => ({
  question: "team-description",
  text,
  managerName: "Mia",
  askedAt: "2026-03-01T12:00:00.000Z",
});

let followUps: FollowUps;
let token: string | undefined;
let calls: ((response: Response) => void)[];
const document = Object.assign(new EventTarget(), { visibilityState: "visible" });
beforeEach(() => {
  token = "fhs_1";
  calls = [];
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => calls.push(resolve)));
  followUps = createFollowUps({ token: () => token, document: document as unknown as Document });
});
afterEach(() => {
  followUps.close();
  vi.unstubAllGlobals();
});

const known = () => followUps.store.getState().open.map(({ text }) => text);
const answering = (...texts: string[]) => Response.json({ data: texts.map(aFollowUp) });
const refreshed = async (response: Response) => {
  const done = followUps.refresh();
  calls.pop()?.(response);
  await done;
};

test("the server's answer replaces the earlier one", async () => {
  await refreshed(answering("one", "two"));
  expect(known()).toEqual(["one", "two"]);
  await refreshed(answering());
  expect(known()).toEqual([]);
});

test("the earlier answer stays when the server fails or sends an invalid one", async () => {
  await refreshed(answering("one"));
  await refreshed(Response.json({ code: "SERVER_ERROR", message: "" }, { status: 500 }));
  await refreshed(Response.json({ data: [{ question: 1 }] }));
  expect(known()).toEqual(["one"]);
});

test("an outdated answer changes nothing", async () => {
  const [first, second] = [followUps.refresh(), followUps.refresh()];
  calls[1]?.(answering("newer"));
  await second;
  calls[0]?.(answering("older"));
  await first;
  expect(known()).toEqual(["newer"]);
});

test("nothing is requested without a token, or after the page has closed", async () => {
  token = undefined;
  await followUps.refresh();
  token = "fhs_1";
  followUps.close();
  document.dispatchEvent(new Event("visibilitychange"));
  expect(calls).toEqual([]);
});

test("a page that becomes visible again requests again", async () => {
  document.dispatchEvent(new Event("visibilitychange"));
  calls[0]?.(answering("one"));
  await vi.waitFor(() => expect(known()).toEqual(["one"]));
});
