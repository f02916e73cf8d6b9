import { afterEach, describe, expect, test, vi } from "vitest";
import { fakeLocks } from "../../tests/support/fakes/fake-locks.ts";
import { pageLocks } from "./locks.ts";

/** A function that waits until the test opens the gate. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}

/** Replaces the clock that ends waiting. */
function patience() {
  const controller = new AbortController();
  const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(controller.signal);
  const end = () => controller.abort(new DOMException("Too late.", "TimeoutError"));
  return { timeout, end };
}

afterEach(() => {
  vi.restoreAllMocks();
});

const fakePages = () => {
  const browser = fakeLocks();
  return { one: pageLocks(browser.openPage().manager), other: pageLocks(browser.openPage().manager) };
};
// checks the fake against real locks: two requests of one page meet as those of two pages do
const realPages = () => ({ one: pageLocks(navigator.locks), other: pageLocks(navigator.locks) });

describe.each([
  ["of Node", realPages],
  ["of tests/support", fakePages],
] as const)("locks %s", (kind, pages) => {
  const nameOf = (name: string) => `${kind} ${name}`;

  describe("a name", () => {
    test("is held by one page at a time, until it is released", async () => {
      const { one, other } = pages();
      const held = await one.hold(nameOf("lane"));
      expect(held).toBeDefined();
      expect(await other.hold(nameOf("lane"))).toBeUndefined();
      held?.release();
      const taken = await vi.waitFor(async () => {
        const again = await other.hold(nameOf("lane"));
        expect(again).toBeDefined();
        return again;
      });
      expect(await one.hold(nameOf("lane"))).toBeUndefined();
      taken?.release();
    });

    test("that is held does not block other names", async () => {
      const { one, other } = pages();
      const held = [await one.hold(nameOf("lane 1")), await other.hold(nameOf("lane 2"))];
      expect(held).toEqual([expect.anything(), expect.anything()]);
      for (const lock of held) lock?.release();
    });
  });

  describe("a task", () => {
    test("returns its result or its error", async () => {
      const { one } = pages();
      expect(await one.alone(nameOf("save"), 1_000, async () => "saved")).toBe("saved");
      const failing = one.alone(nameOf("save"), 1_000, () => Promise.reject(new Error("A bug")));
      await expect(failing).rejects.toThrow("A bug");
    });

    test("waits while another page runs one with this name, and not for other names", async () => {
      const { one, other } = pages();
      const first = gate();
      const ran: string[] = [];
      const running = one.alone(nameOf("save"), 1_000, async () => {
        ran.push("first");
        await first.opened;
        ran.push("end of the first");
      });
      const waiting = other.alone(nameOf("save"), 1_000, async () => void ran.push("second"));
      await other.alone(nameOf("another save"), 1_000, async () => void ran.push("another"));
      expect(ran).toEqual(["first", "another"]);
      first.open();
      await Promise.all([running, waiting]);
      expect(ran).toEqual(["first", "another", "end of the first", "second"]);
    });

    test("runs after a failed one", async () => {
      const { one, other } = pages();
      const failing = one.alone(nameOf("save"), 1_000, () => Promise.reject(new Error("A bug")));
      const next = other.alone(nameOf("save"), 1_000, async () => "saved");
      await expect(failing).rejects.toThrow("A bug");
      expect(await next).toBe("saved");
    });

    test("runs all the same after its time limit", async () => {
      const { one, other } = pages();
      const { timeout, end } = patience();
      const hanging = gate();
      const running = one.alone(nameOf("save"), 5_000, () => hanging.opened);
      const act = vi.fn(async () => "saved");
      const late = other.alone(nameOf("save"), 5_000, act);
      await one.alone(nameOf("something else"), 5_000, async () => undefined);
      expect(act).not.toHaveBeenCalled();
      end();
      expect(await late).toBe("saved");
      expect(timeout).toHaveBeenCalledWith(5_000);
      hanging.open();
      await running;
    });

    test("that has started is not run again after the time limit, however it ends", async () => {
      const { one } = pages();
      const { end } = patience();
      const act = vi.fn(async () => {
        end();
        throw new Error("A bug");
      });
      await expect(one.alone(nameOf("save"), 5_000, act)).rejects.toThrow("A bug");
      expect(act).toHaveBeenCalledOnce();
    });
  });
});

describe("a closed page", () => {
  test("holds nothing any more", async () => {
    const browser = fakeLocks();
    const ended = browser.openPage();
    await pageLocks(ended.manager).hold("lane");
    ended.end();
    expect(await pageLocks(browser.openPage().manager).hold("lane")).toBeDefined();
  });

  test("lets the next one run, and is not waited for", async () => {
    const browser = fakeLocks();
    const [hanging, waiting, living] = [browser.openPage(), browser.openPage(), browser.openPage()];
    const never = () => new Promise<void>(() => undefined);
    const act = vi.fn(never);
    const begun = gate();
    void pageLocks(hanging.manager).alone("save", 1_000, () => {
      begun.open();
      return never();
    });
    await begun.opened;
    void pageLocks(waiting.manager).alone("save", 1_000, act);
    const next = pageLocks(living.manager).alone("save", 1_000, async () => "saved");
    waiting.end();
    hanging.end();
    expect(await next).toBe("saved");
    expect(act).not.toHaveBeenCalled();
  });
});

test("a browser that refuses locks reports that", async () => {
  const manager = {
    request: () => Promise.reject(new DOMException("Not here.", "SecurityError")),
  } as unknown as LockManager;
  await expect(pageLocks(manager).hold("lane")).rejects.toThrow("Not here.");
  await expect(pageLocks(manager).alone("save", 1_000, async () => "saved")).rejects.toThrow("Not here.");
});

test("in a browser without locks, every name is free and every task runs at once", async () => {
  const locks = pageLocks(undefined);
  const held = [await locks.hold("lane"), await locks.hold("lane")];
  for (const lock of held) {
    expect(lock).toBeDefined();
    lock?.release();
  }
  const hanging = vi.fn(() => new Promise<void>(() => undefined));
  void locks.alone("save", 1_000, hanging);
  expect(await locks.alone("save", 1_000, async () => "saved")).toBe("saved");
  expect(hanging).toHaveBeenCalledOnce();
});
