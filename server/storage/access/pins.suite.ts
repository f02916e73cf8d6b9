import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { StorageEvent } from "../audit/events.ts";
import { aClient, aKey, NOW, type OpenedStorage } from "../storage.suite.ts";
import type { Storage } from "../storage.ts";
import type { NewPin } from "./pins.ts";

const aPin = (pinHash = "hash of a PIN", clientId = "cl_1"): NewPin => ({
  clientId,
  pinHash,
  pepperId: "p1",
  setAt: NOW,
});
const anEvent = (kind: StorageEvent["kind"]): StorageEvent => ({
  at: NOW,
  kind,
  actor: "operator",
  clientId: "cl_1",
});

export function pinSuite(open: () => Promise<OpenedStorage>): void {
  let storage: Storage;
  beforeEach(async () => {
    ({ storage } = await open());
    await storage.clients.add(aClient(), aKey(), []);
  });
  afterEach(() => storage.close());
  const find = () => storage.pins.find("cl_1");

  test("a client has no PIN until one is set, and none after it is removed", async () => {
    expect(await find()).toBeUndefined();
    expect(await storage.pins.remove("cl_1", [anEvent("pin.removed")])).toBe(false);
    expect(await storage.pins.put(aPin(), [anEvent("pin.set")])).toBe(true);
    expect(await find()).toEqual({ ...aPin(), tries: 0, stoppedAt: null });
    expect(await storage.pins.remove("cl_1", [anEvent("pin.removed")])).toBe(true);
    expect(await find()).toBeUndefined();
    expect((await storage.audit.list("cl_1")).map(({ kind }) => kind)).toEqual(["pin.removed", "pin.set"]);
  });

  test("an unknown client cannot get a PIN", async () => {
    expect(await storage.pins.put(aPin("h", "cl_none"), [anEvent("pin.set")])).toBe(false);
    await storage.erasing.softDeleteClient({ clientId: "cl_1", at: NOW }, []);
    expect(await storage.pins.put(aPin(), [anEvent("pin.set")])).toBe(false);
    expect(await storage.audit.list("cl_1")).toEqual([]);
  });

  describe("attempts", () => {
    beforeEach(async () => void (await storage.pins.put(aPin(), [])));

    test("are counted before they are checked, and never exceed the limit", async () => {
      const taken = await Promise.all(
        Array.from({ length: 9 }, () => storage.pins.reserveAttempt("cl_1", 3)),
      );
      expect(taken.flatMap((pin) => pin?.tries ?? []).sort()).toEqual([1, 2, 3]);
      expect(await storage.pins.reserveAttempt("cl_none", 3)).toBeUndefined();
    });

    test("start over after a right PIN and with a new PIN, and one attempt is given back", async () => {
      const taken = await storage.pins.reserveAttempt("cl_1", 3);
      if (!taken) throw new Error("There is no PIN");
      await storage.pins.refundAttempt(taken);
      await storage.pins.refundAttempt(taken);
      expect(await find()).toMatchObject({ tries: 0 });
      await storage.pins.reserveAttempt("cl_1", 3);
      await storage.pins.stop(taken, NOW + 1, [anEvent("pin.stopped")]);
      expect(await find()).toMatchObject({ tries: 1, stoppedAt: NOW + 1 });
      await storage.pins.accept(taken, { pinHash: "moved", pepperId: "p2" });
      expect(await find()).toEqual({ ...aPin("moved"), pepperId: "p2", tries: 0, stoppedAt: null });
      await storage.pins.reserveAttempt("cl_1", 3);
      await storage.pins.put(aPin("another"), []);
      expect(await find()).toMatchObject({ tries: 0, pinHash: "another" });
    });

    test("on a PIN that was replaced meanwhile do not affect the new PIN", async () => {
      const taken = await storage.pins.reserveAttempt("cl_1", 3);
      if (!taken) throw new Error("There is no PIN");
      await storage.pins.put(aPin("another"), []);
      await storage.pins.reserveAttempt("cl_1", 3);
      await storage.pins.refundAttempt(taken);
      await storage.pins.accept(taken);
      await storage.pins.stop(taken, NOW, []);
      expect(await find()).toMatchObject({ pinHash: "another", tries: 1, stoppedAt: null });
    });
  });
}
