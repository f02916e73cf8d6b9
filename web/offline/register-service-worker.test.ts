import { expect, test } from "vitest";
import { reloadWhereIdle } from "./register-service-worker.ts";

/** A page that opens with or without a service worker, and that other workers then take over. */
function openPage({ isControlled, isIdle }: { isControlled: boolean; isIdle: boolean }) {
  const page = {
    isIdle,
    reloads: 0,
    takeOver: () => void workers.dispatchEvent(new Event("controllerchange")),
  };
  const controller = isControlled ? ({} as ServiceWorker) : null;
  const workers = Object.assign(new EventTarget(), { controller });
  reloadWhereIdle(workers, { isIdle: () => page.isIdle, reload: () => void page.reloads++ });
  return page;
}

test("an idle page reloads when a new version takes over", () => {
  const page = openPage({ isControlled: true, isIdle: true });
  expect(page.reloads).toBe(0);
  page.takeOver();
  expect(page.reloads).toBe(1);
});

test("a page in use does not reload, not even when it is idle later", () => {
  const page = openPage({ isControlled: true, isIdle: false });
  page.takeOver();
  page.isIdle = true;
  expect(page.reloads).toBe(0);
});

test("the very first worker reloads nothing; the next one does", () => {
  const page = openPage({ isControlled: false, isIdle: true });
  page.takeOver();
  expect(page.reloads).toBe(0);
  page.takeOver();
  expect(page.reloads).toBe(1);
});
