import { expect, test, vi } from "vitest";
import { createKeepAwake, findWakeLock } from "./keep-awake.ts";

type Visibility = DocumentVisibilityState;

/** A page and a browser that counts its wake locks. */
function openPage({ refuses = false } = {}) {
  const page = Object.assign(new EventTarget(), { visibilityState: "visible" as Visibility });
  const locks = new Set<object>();
  const request = vi.fn(async () => {
    if (refuses) throw new DOMException("Low battery", "NotAllowedError");
    if (page.visibilityState !== "visible") throw new DOMException("Hidden", "NotAllowedError");
    const lock = { release: async () => void locks.delete(lock) };
    locks.add(lock);
    return lock;
  });
  function show(state: Visibility) {
    page.visibilityState = state;
    if (state === "hidden") locks.clear();
    page.dispatchEvent(new Event("visibilitychange"));
  }
  return { awake: createKeepAwake({ request, page }), request, locks, show };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("the screen stays on while the microphone is on, and no longer", async () => {
  const { awake, locks, request } = openPage();
  awake.want(true);
  awake.want(true);
  await settled();
  expect(locks.size).toBe(1);
  expect(request).toHaveBeenCalledTimes(1);
  awake.want(false);
  await settled();
  expect(locks.size).toBe(0);
});

test("a microphone that ends before the browser has answered leaves no lock behind", async () => {
  const { awake, locks } = openPage();
  awake.want(true);
  awake.want(false);
  await settled();
  expect(locks.size).toBe(0);
});

test("a page that is shown again requests the lock again, if the microphone is still on", async () => {
  const { awake, locks, show } = openPage();
  awake.want(true);
  await settled();
  show("hidden");
  show("visible");
  await settled();
  expect(locks.size).toBe(1);
  awake.want(false);
  await settled();
  show("hidden");
  show("visible");
  await settled();
  expect(locks.size).toBe(0);
});

test("a hidden page does not request it", async () => {
  const { awake, request, show } = openPage();
  show("hidden");
  awake.want(true);
  await settled();
  expect(request).not.toHaveBeenCalled();
});

test("a browser that refuses, or has no such lock, causes no error", async () => {
  const { awake, request } = openPage({ refuses: true });
  awake.want(true);
  await settled();
  awake.want(false);
  await settled();
  expect(request).toHaveBeenCalledTimes(1);
  expect(findWakeLock({})).toBeUndefined();
});

test("a closed page releases the lock and requests none", async () => {
  const { awake, locks, show } = openPage();
  awake.want(true);
  await settled();
  awake.close();
  await settled();
  show("visible");
  await settled();
  expect(locks.size).toBe(0);
});
