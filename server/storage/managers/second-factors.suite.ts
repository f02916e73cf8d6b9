import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { StorageEvent } from "../audit/events.ts";
import type { Engine } from "../engine/engine.ts";
import { NOW, type OpenedStorage } from "../storage.suite.ts";
import type { Storage } from "../storage.ts";
import { aLink, aManager, aSession } from "./managers.suite.ts";
import type { FactorTry } from "./second-factors.ts";
import type { SecondStepTry } from "./second-steps.ts";

const SECRET = "a secret";
const anEvent = (kind: StorageEvent["kind"]): StorageEvent => ({ at: NOW, kind, actor: "operator" });

/** A try whose text names its period: `code 7`; `code` alone has no period. */
function aTry(typed: string, at = NOW): FactorTry {
  return {
    managerId: "mg_1",
    keptToken: "kept",
    by: { at, actor: "mg_1", address: "192.0.2.0/24" },
    recoveryHash: typed.startsWith("recovery") ? `hash of ${typed}` : undefined,
    periodOf: (secret) =>
      secret === SECRET ? Number(/^code (\d+)$/.exec(typed)?.[1]) || undefined : undefined,
    waitMs: (wrongInRow) => (wrongInRow < 3 ? 0 : 1_000 * (wrongInRow - 2)),
  };
}

function aStep(typed: string, more: Partial<SecondStepTry> = {}): SecondStepTry {
  const { managerId: _, keptToken: __, ...attempt } = aTry(typed);
  const { managerId: ___, way: ____, ...session } = aSession(`session by ${typed}`);
  return { tokenHash: "half", attempt, session, max: 20, ...more };
}

export function secondFactorSuite(open: () => Promise<OpenedStorage>): void {
  let storage: Storage;
  let engine: Engine;
  beforeEach(async () => {
    ({ storage, engine } = await open());
    for (const managerId of ["mg_1", "mg_2"])
      await storage.managers.add(aManager(managerId), aLink(managerId), []);
  });
  afterEach(() => storage.close());

  const kinds = async () => (await storage.audit.listAll({ limit: 100 })).map(({ kind }) => kind).reverse();
  const turnOn = async () => {
    await storage.secondFactors.begin("mg_1", SECRET);
    return storage.secondFactors.confirm(aTry("code 1"), ["hash of recovery a", "hash of recovery b"]);
  };
  const halfIn = (tokenHash = "half", expiresAt = NOW + 1, passwordHash: string | null = null) =>
    storage.secondFactors.beginStep(
      { tokenHash, managerId: "mg_1", way: "link", expiresAt, passwordHash },
      [],
    );
  const openKept = async () => {
    for (const token of ["kept", "other"]) await storage.managerSessions.open(aSession(token), 20, []);
  };
  const live = async () =>
    (await storage.managerSessions.list("mg_1")).map(({ tokenHash }) => tokenHash).sort();

  describe("a factor", () => {
    test("is on from its first right code, with its stored secret, and other sessions end", async () => {
      await openKept();
      await halfIn();
      expect(await storage.secondFactors.begin("mg_1", "an older secret")).toBe(true);
      expect(await storage.secondFactors.confirm(aTry("code 1"), [])).toEqual({ kind: "wrong" });
      expect(await storage.managers.find("mg_1")).toMatchObject({ secondFactorAt: null });
      expect(await turnOn()).toEqual({ kind: "right", by: "code" });
      expect(await storage.managers.find("mg_1")).toMatchObject({ secondFactorAt: NOW });
      expect(await storage.secondFactors.countRecoveryCodes("mg_1")).toBe(2);
      expect(await live()).toEqual(["kept"]);
      expect(await storage.secondFactors.passStep(aStep("code 2"))).toEqual({ kind: "over" });
      expect(await kinds()).toEqual(["manager.refused", "manager.second-factor-on"]);
    });

    test("that is on cannot be started again, and one that was not started cannot be confirmed", async () => {
      expect(await storage.secondFactors.confirm(aTry("code 1"), ["x"])).toEqual({ kind: "none" });
      await turnOn();
      expect(await storage.secondFactors.begin("mg_1", "another")).toBe(false);
      expect(await storage.secondFactors.confirm(aTry("code 2"), ["x"])).toEqual({ kind: "none" });
      expect(await storage.secondFactors.countRecoveryCodes("mg_1")).toBe(2);
    });

    test("is turned off with a code, or removed without one, and then every session ends", async () => {
      await turnOn();
      await storage.managerSessions.open(aSession("kept", { way: "openid" }), 20, []);
      await storage.managerSessions.open(aSession("other", { way: "openid" }), 20, []);
      expect(await storage.secondFactors.turnOff(aTry("code"))).toEqual({ kind: "wrong" });
      expect(await live()).toEqual(["kept", "other"]);
      expect(await storage.secondFactors.turnOff(aTry("code 2"))).toMatchObject({ kind: "right" });
      expect(await live()).toEqual(["kept"]);
      expect(await storage.secondFactors.turnOff(aTry("code 3"))).toEqual({ kind: "none" });
      expect(await storage.secondFactors.remove("mg_1", [anEvent("manager.second-factor-removed")])).toBe(
        false,
      );
      await turnOn();
      await halfIn();
      expect(await storage.secondFactors.remove("mg_1", [anEvent("manager.second-factor-removed")])).toBe(
        true,
      );
      expect(await live()).toEqual([]);
      expect(await storage.secondFactors.passStep(aStep("code 4"))).toEqual({ kind: "over" });
      expect(await storage.secondFactors.countRecoveryCodes("mg_1")).toBe(0);
      expect(await kinds()).toEqual([
        "manager.second-factor-on",
        "manager.refused",
        "manager.second-factor-off",
        "manager.second-factor-on",
        "manager.second-factor-removed",
      ]);
    });

    test("with bytes in the table that cannot be decrypted refuses, and counts nothing", async () => {
      await turnOn();
      await engine.write(async (db) => {
        await db
          .updateTable("second_factors")
          .set({ secret: new Uint8Array([0xff, 0xfe]) })
          .execute();
      });
      await halfIn();
      await expect(storage.secondFactors.passStep(aStep("code 2"))).rejects.toThrow();
      const rows = await engine.read((db) =>
        db.selectFrom("second_factors").select("wrong_in_row").execute(),
      );
      expect(rows.map((row) => row.wrong_in_row)).toEqual([0]);
    });
  });

  describe("a code", () => {
    beforeEach(async () => void (await turnOn()));

    test("counts once, and after it no code of an earlier period counts", async () => {
      const renew = (typed: string) => storage.secondFactors.renewRecoveryCodes(aTry(typed), ["x"]);
      expect(await renew("code 1")).toEqual({ kind: "wrong" });
      expect(await renew("code 3")).toEqual({ kind: "right", by: "code" });
      expect(await renew("code 3")).toEqual({ kind: "wrong" });
      expect(await renew("code 2")).toEqual({ kind: "wrong" });
      expect(await storage.secondFactors.countRecoveryCodes("mg_1")).toBe(1);
    });

    test("sent twice at once is accepted once, for an app code and for a recovery code", async () => {
      for (const typed of ["code 5", "recovery a"]) {
        const halves = [`one half for ${typed}`, `another half for ${typed}`];
        for (const tokenHash of halves) await halfIn(tokenHash);
        const passes = halves.map((tokenHash) =>
          storage.secondFactors.passStep(aStep(typed, { tokenHash, session: aStep(tokenHash).session })),
        );
        const outcomes = await Promise.all(passes);
        expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["entered", "wrong"]);
      }
      expect(await live()).toHaveLength(2);
    });

    test("has to wait after too many wrong ones, but a recovery code does not; a right one resets the count", async () => {
      const pass = (typed: string, at = NOW) => storage.secondFactors.turnOff(aTry(typed, at));
      for (let count = 0; count < 3; count++) expect(await pass("code")).toEqual({ kind: "wrong" });
      expect(await pass("code 9")).toEqual({ kind: "waiting", until: NOW + 1_000 });
      expect(await pass("recovery wrong")).toEqual({ kind: "waiting", until: NOW + 1_000 });
      expect(await pass("code", NOW + 1_000)).toEqual({ kind: "wrong" });
      expect(await pass("code 9", NOW + 2_999)).toEqual({ kind: "waiting", until: NOW + 3_000 });
      expect(await storage.secondFactors.renewRecoveryCodes(aTry("recovery b"), ["x"])).toEqual({
        kind: "right",
        by: "recovery-code",
      });
      expect(await pass("code")).toEqual({ kind: "wrong" });
      expect(await pass("code 9")).toMatchObject({ kind: "right" });
      const [event] = (await storage.audit.listAll({ limit: 100 })).filter(
        ({ detail }) => detail === "wrong-code mg_1 waits 2 s",
      );
      expect(event).toMatchObject({ kind: "manager.refused", actor: "mg_1", address: "192.0.2.0/24" });
    });
  });

  describe("a half-finished sign-in", () => {
    beforeEach(async () => void (await turnOn()));

    test("becomes a session with a right code, once, and stays for another try after a wrong one", async () => {
      await halfIn();
      expect(await storage.secondFactors.passStep(aStep("code"))).toEqual({ kind: "wrong" });
      expect(await live()).toEqual([]);
      expect(await storage.secondFactors.passStep(aStep("code 2"))).toMatchObject({
        kind: "entered",
        manager: { managerId: "mg_1" },
      });
      expect(await storage.managerSessions.list("mg_1")).toMatchObject([{ way: "link", managerId: "mg_1" }]);
      expect(await storage.secondFactors.passStep(aStep("code 3"))).toEqual({ kind: "over" });
      expect((await storage.audit.listAll({ limit: 1 }))[0]).toMatchObject({
        kind: "manager.signed-in",
        actor: "mg_1",
        detail: "link code",
      });
    });

    test("from a link sets the password when the code is right, and not before", async () => {
      const use = { tokenHash: "link of mg_1", at: NOW, passwordHash: "new" };
      const event = () => anEvent("manager.password-set");
      expect(await storage.managers.redeemPasswordLink(use, event)).toMatchObject({ passwordHash: null });
      await halfIn("half", NOW + 1, "new");
      await storage.secondFactors.passStep(aStep("code"));
      expect(await storage.managers.find("mg_1")).toMatchObject({ passwordHash: null });
      expect(await storage.secondFactors.passStep(aStep("code 2"))).toMatchObject({ kind: "entered" });
      expect(await storage.managers.find("mg_1")).toMatchObject({ passwordHash: "new" });
      expect(await live()).toHaveLength(1);
      expect(await kinds()).toContain("manager.password-set");
      // the link is used up now
      expect(await storage.managers.findPasswordLink("link of mg_1", NOW)).toBeUndefined();
    });

    test("past its end is not valid, is dropped, and uses up no code", async () => {
      await halfIn("half", NOW);
      expect(await storage.secondFactors.passStep(aStep("code 2"))).toEqual({ kind: "over" });
      await halfIn("later", NOW + 10);
      await storage.managerSessions.dropDead(NOW, 1_000);
      const left = await engine.read((db) => db.selectFrom("second_steps").select("token_hash").execute());
      expect(left.map((row) => row.token_hash)).toEqual(["later"]);
      expect(await storage.secondFactors.passStep(aStep("code 2", { tokenHash: "later" }))).toMatchObject({
        kind: "entered",
      });
    });

    test.each<[string, () => Promise<unknown>]>([
      [
        "password",
        () => storage.managers.setPassword("mg_1", { passwordHash: "new", keptToken: "kept" }, []),
      ],
      ["account", () => storage.managers.revoke({ managerId: "mg_1", at: NOW }, [])],
      ["sessions", () => storage.managerSessions.endOf({ managerId: "mg_1" }, [])],
      [
        "link, for another one,",
        () => storage.managers.putPasswordLink({ ...aLink("mg_1"), tokenHash: "other" }, []),
      ],
    ])("ends with the %s that it depends on", async (_, end) => {
      await halfIn();
      await end();
      expect(await storage.secondFactors.passStep(aStep("code 2"))).toEqual({ kind: "over" });
    });
  });

  describe("a session", () => {
    test("is not opened by a password that was checked before the factor was on, nor for a revoked account", async () => {
      await turnOn();
      const event = [anEvent("manager.signed-in")];
      for (const way of ["password", "link"] as const)
        expect(await storage.managerSessions.open(aSession("late", { way }), 20, event)).toBe(false);
      expect(await storage.managerSessions.open(aSession("there", { way: "openid" }), 20, [])).toBe(true);
      await storage.managers.revoke({ managerId: "mg_2", at: NOW }, []);
      const ofRevoked = aSession("late", { managerId: "mg_2", way: "openid" });
      expect(await storage.managerSessions.open(ofRevoked, 20, event)).toBe(false);
      expect(await live()).toEqual(["there"]);
      expect(await kinds()).not.toContain("manager.signed-in");
    });

    test("is listed newest first, only for its account, and ends with the others", async () => {
      await storage.managerSessions.open(aSession("first"), 20, []);
      await storage.managerSessions.open(aSession("second", { createdAt: NOW + 1 }), 20, []);
      await storage.managerSessions.open(aSession("of another", { managerId: "mg_2" }), 20, []);
      expect(await storage.managerSessions.list("mg_1")).toEqual([
        { ...aSession("second", { createdAt: NOW + 1 }), label: null },
        { ...aSession("first"), label: null },
      ]);
      const end = (keptToken?: string) =>
        storage.managerSessions.endOf({ managerId: "mg_1", ...(keptToken && { keptToken }) }, [
          anEvent("manager.sessions-ended"),
        ]);
      expect([await end("first"), await end("first"), await end(), await end()]).toEqual([1, 0, 1, 0]);
      expect(await storage.managerSessions.list("mg_2")).toHaveLength(1);
      expect(await kinds()).toEqual(["manager.sessions-ended", "manager.sessions-ended"]);
    });
  });
}
