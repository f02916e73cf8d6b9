import { describe, expect, test, vi } from "vitest";
import { dictationPage } from "./dictation-page.ts";

const DESKTOP = "Mozilla/5.0 (X11; Linux x64) Chrome/150.0 Safari/537.36";
const PHONE = "Mozilla/5.0 (Linux; Android 16; Pixel 9) Chrome/150.0 Mobile Safari/537.36";

function open(userAgent = DESKTOP, query?: () => Promise<{ state: string }>) {
  const document = Object.assign(new EventTarget(), { visibilityState: "visible" });
  const navigator = { userAgent, onLine: true, ...(query && { permissions: { query } }) };
  const page = dictationPage({ document, navigator } as unknown as Window);
  const show = (visibilityState: string) => {
    document.visibilityState = visibilityState;
    document.dispatchEvent(new Event("visibilitychange"));
  };
  return { page, navigator, show };
}

describe("the page", () => {
  test("can start the engine again automatically, but not on Android", () => {
    expect([open(DESKTOP), open(PHONE)].map(({ page }) => page.mayRestart)).toEqual([true, false]);
  });

  test("is visible and online as the browser says", () => {
    const { page, navigator, show } = open();
    expect([page.isVisible(), page.isOnline()]).toEqual([true, true]);
    show("hidden");
    navigator.onLine = false;
    expect([page.isVisible(), page.isOnline()]).toEqual([false, false]);
  });

  test("reports when it is hidden, not when it is shown again, and not after watching has stopped", () => {
    const { page, show } = open();
    const act = vi.fn();
    const unwatch = page.onHidden(act);
    show("hidden");
    show("visible");
    expect(act).toHaveBeenCalledOnce();
    unwatch();
    show("hidden");
    expect(act).toHaveBeenCalledOnce();
  });
});

describe("the microphone's permission", () => {
  test("is what the browser says", async () => {
    expect(await open(DESKTOP, async () => ({ state: "denied" })).page.findPermission()).toBe("denied");
  });

  test.for([
    ["has no permissions", undefined],
    ["does not know that one", () => Promise.reject(new TypeError("microphone"))],
  ] as const)("is unknown when the browser %s", async ([, query]) => {
    expect(await open(DESKTOP, query).page.findPermission()).toBeUndefined();
  });
});
