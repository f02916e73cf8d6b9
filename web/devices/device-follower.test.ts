import { beforeEach, expect, test, vi } from "vitest";
import { createDeviceFollower } from "./device-follower.ts";

const STEP_MS = 3_000;

let now: number;
let waiting: (() => void) | undefined;
beforeEach(() => {
  now = 0;
  waiting = undefined;
});

/** A page with revision 1, and a server whose revisions follow one after another. */
function follow({
  revisions,
  visibility = "visible",
}: {
  revisions: (number | undefined)[];
  visibility?: string;
}) {
  let known = 1;
  const findRevision = vi.fn(async () => revisions.shift());
  const pull = vi.fn(async () => {
    known += 1;
    return { ok: true as const, data: undefined };
  });
  const following = createDeviceFollower({
    findRevision,
    knownRevision: () => known,
    pull,
    timers: {
      setTimeout(run) {
        waiting = run;
        return run;
      },
      clearTimeout(timer) {
        if (waiting === timer) waiting = undefined;
      },
    },
    page: { visibilityState: visibility } as Document,
    clock: () => now,
  });
  return { following, findRevision, pull };
}

async function step(byMs = STEP_MS): Promise<void> {
  now += byMs;
  const run = waiting;
  waiting = undefined;
  run?.();
  await vi.waitFor(() => undefined);
  await new Promise((resolve) => setTimeout(resolve));
}

test("the record is fetched only when there is a newer one", async () => {
  const { following, pull } = follow({ revisions: [1, undefined, 2, 2, 3] });
  following.start();
  for (let count = 0; count < 5; count++) await step();
  expect(pull).toHaveBeenCalledTimes(2);
});

test("a hidden page requests nothing, and continues later", async () => {
  const { following, findRevision } = follow({ revisions: [], visibility: "hidden" });
  following.start();
  await step();
  expect(findRevision).not.toHaveBeenCalled();
  expect(waiting).toBeDefined();
});

test("it ends after a quarter of an hour without news, and starts again with the next code", async () => {
  const { following, findRevision } = follow({ revisions: [1, 1, 1] });
  following.start();
  await step();
  await step(15 * 60_000);
  expect(waiting).toBeUndefined();
  following.start();
  await step();
  expect(findRevision).toHaveBeenCalledTimes(2);
});

test("it ends with the page", async () => {
  const { following } = follow({ revisions: [1] });
  following.start();
  following.stop();
  expect(waiting).toBeUndefined();
});
