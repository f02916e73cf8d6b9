import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DAY_MS } from "#contract/instants.ts";
import type { BulkAct } from "#contract/manage/bulk.ts";
import { BULK_JOB, type BulkStep } from "../bulk/bulk.ts";
import { NO_VIEW } from "../clients/managed-clients.ts";
import { aClient, NOW, type OpenedStorage } from "../storage.suite.ts";
import type { Storage } from "../storage.ts";
import type { NewAbsence, StoredAbsence } from "./absences.ts";
import { aLink, aManager } from "./managers.suite.ts";

const MIA = "mg_1";
const LEO = "mg_2";
const ANA = "mg_3";
const UNTIL = "2026-12-04";

export function absenceSuite(open: () => Promise<OpenedStorage>): void {
  const ENDS_AT = NOW + 9 * DAY_MS;
  let storage: Storage;
  beforeEach(async () => {
    ({ storage } = await open());
    for (const [id, name] of [
      [MIA, "Mia"],
      [LEO, "Leo"],
      [ANA, "Ana"],
    ] as const)
      await storage.managers.add(aManager(id, { name }), aLink(id), []);
    await storage.managers.add(aManager("mg_4", { role: "administrator" }), aLink("mg_4"), []);
    await add("cl_1", MIA);
    await add("cl_2", MIA);
    await add("cl_3", LEO);
  });
  afterEach(() => storage.close());

  const add = (clientId: string, managerId: string | null) =>
    storage.clients.add({ ...aClient(clientId), managerId }, undefined, []);
  const noteOf =
    (kind: "manager.away" | "manager.back") =>
    ({ managerId }: Pick<StoredAbsence, "managerId">, clients: number) =>
      ({ at: NOW, kind, actor: "operator", detail: `${managerId} ${clients}` }) as const;
  const handOver = (managerId: string, handTo: string, more: Partial<NewAbsence> = {}) =>
    storage.managers.handOver(
      {
        managerId,
        handTo,
        until: UNTIL,
        endsAt: ENDS_AT,
        beganAt: NOW,
        by: managerId,
        isMailed: true,
        ...more,
      },
      noteOf("manager.away"),
    );
  const comeBack = (managerId: string) => storage.managers.comeBack(managerId, noteOf("manager.back"));
  const endAbsences = (now: number) => storage.managers.endAbsences(now, noteOf("manager.back"));
  async function act(bulkId: string, wanted: BulkAct, clientIds: string[]): Promise<void> {
    await storage.bulk.start({ bulkId, managerId: "mg_4", act: wanted, clientIds, at: NOW });
    await runBulk(bulkId);
  }
  async function undo(bulkId: string): Promise<void> {
    await storage.bulk.undo({ bulkId, managerId: "mg_4", at: NOW });
    await runBulk(bulkId);
  }
  async function runBulk(bulkId: string): Promise<void> {
    const job = await storage.jobs.take([BULK_JOB], { now: NOW, until: NOW + 60_000 });
    if (!job) throw new Error("There is no job to take");
    const step: BulkStep = {
      at: NOW,
      isMailOn: false,
      neededOf: () => undefined,
      markingOf: () => ({ mark: () => undefined, questions: [] }),
    };
    while ((await storage.bulk.step(job, bulkId, step)) === "more");
  }
  const assign = (clientId: string, managerId: string | null) =>
    storage.clients.change(clientId, { managerId }, []);
  /** Each client's manager, and the manager to whom the client goes back. */
  const whose = async () => {
    const clients: { [clientId: string]: string } = {};
    for (const { clientId } of await storage.clients.list()) {
      const client = await storage.clients.findManaged("all", clientId);
      const home = client?.goesBackTo ? ` for ${client.goesBackTo.name}` : "";
      clients[clientId] = `${client?.managerName ?? "nobody"}${home}`;
    }
    return clients;
  };
  const events = async () =>
    (await storage.audit.listAll({ limit: 100 })).map(({ kind, detail }) => `${kind} ${detail}`).reverse();

  test("clients go to a colleague until a given day, including new ones, and all go back", async () => {
    expect(await handOver(MIA, LEO)).toBe("done");
    await add("cl_4", MIA);
    await storage.clients.addMany([{ client: { ...aClient("cl_5"), managerId: MIA }, events: [] }]);
    expect(await whose()).toEqual({
      cl_1: "Leo for Mia",
      cl_2: "Leo for Mia",
      cl_3: "Leo",
      cl_4: "Leo for Mia",
      cl_5: "Leo for Mia",
    });
    expect(await storage.managers.listAbsences()).toEqual([
      {
        managerId: MIA,
        name: "Mia",
        handTo: LEO,
        handToName: "Leo",
        until: UNTIL,
        endsAt: ENDS_AT,
        beganAt: NOW,
        clients: 4,
      },
    ]);
    expect(await storage.managers.hasEndedAbsence(ENDS_AT - 1)).toBe(false);
    expect(await endAbsences(ENDS_AT - 1)).toBe(0);
    expect(await storage.managers.hasEndedAbsence(ENDS_AT)).toBe(true);
    expect(await endAbsences(ENDS_AT)).toBe(1);
    expect(await whose()).toEqual({ cl_1: "Mia", cl_2: "Mia", cl_3: "Leo", cl_4: "Mia", cl_5: "Mia" });
    expect(await storage.managers.listAbsences()).toEqual([]);
    expect(await events()).toEqual(["manager.away mg_1 2", "manager.back mg_1 4"]);
  });

  test("when several servers bring them back at once, one of them does, with one event", async () => {
    await handOver(MIA, LEO);
    const ended = await Promise.all([endAbsences(ENDS_AT), endAbsences(ENDS_AT), comeBack(MIA)]);
    expect(ended.map(Number).reduce((sum, one) => sum + one)).toBe(1);
    expect((await events()).filter((event) => event.startsWith("manager.back"))).toHaveLength(1);
    expect(await whose()).toMatchObject({ cl_1: "Mia", cl_2: "Mia" });
  });

  test("a manager can come back early, once", async () => {
    await handOver(MIA, LEO);
    expect(await comeBack(MIA)).toBe(true);
    expect(await comeBack(MIA)).toBe(false);
    expect(await whose()).toMatchObject({ cl_1: "Mia", cl_2: "Mia", cl_3: "Leo" });
  });

  test("a client assigned elsewhere meanwhile stays there", async () => {
    await handOver(MIA, LEO);
    await assign("cl_1", ANA);
    await assign("cl_2", null);
    await comeBack(MIA);
    expect(await whose()).toEqual({ cl_1: "Ana", cl_2: "nobody", cl_3: "Leo" });
  });

  test("a client assigned to the absent manager is included, by any way of assigning", async () => {
    await handOver(MIA, LEO);
    await add("cl_4", ANA);
    await assign("cl_4", MIA);
    expect(await whose()).toMatchObject({ cl_4: "Leo for Mia" });
  });

  test("clients of a bulk action are included too, and undoing it restores the hand-over", async () => {
    await add("cl_4", ANA);
    await handOver(MIA, LEO);
    await act("bk_1", { action: "assign", managerId: MIA }, ["cl_1", "cl_4"]);
    expect(await storage.bulk.find("mg_4", "bk_1")).toMatchObject({ counts: { done: 1, skipped: 1 } });
    expect(await whose()).toMatchObject({ cl_1: "Leo for Mia", cl_4: "Leo for Mia" });
    await undo("bk_1");
    expect(await whose()).toMatchObject({ cl_1: "Leo for Mia", cl_4: "Ana" });
    await act("bk_2", { action: "assign", managerId: ANA }, ["cl_1"]);
    expect(await whose()).toMatchObject({ cl_1: "Ana" });
    await undo("bk_2");
    expect(await whose()).toMatchObject({ cl_1: "Leo for Mia" });
  });

  test("another colleague and another day replace the earlier hand-over", async () => {
    await handOver(MIA, LEO);
    await handOver(MIA, ANA);
    expect(await whose()).toEqual({ cl_1: "Ana for Mia", cl_2: "Ana for Mia", cl_3: "Leo" });
    expect(await storage.managers.listAbsences()).toMatchObject([{ managerId: MIA, handTo: ANA }]);
  });

  describe("a colleague who", () => {
    test("is the same manager, unknown, revoked or absent gets no client", async () => {
      await storage.managers.revoke({ managerId: ANA, at: NOW }, []);
      for (const nobody of [MIA, "mg_9", ANA]) expect(await handOver(MIA, nobody)).toBe("no-colleague");
      await handOver(LEO, MIA);
      expect(await handOver(MIA, LEO)).toBe("no-colleague");
      expect(await handOver("mg_9", LEO)).toBe("missing");
      expect(await handOver(ANA, LEO)).toBe("missing");
      expect(await whose()).toEqual({ cl_1: "Mia", cl_2: "Mia", cl_3: "Mia for Leo" });
    });

    test("becomes absent too passes on the other's clients, and each gets their own back", async () => {
      await handOver(MIA, LEO);
      await handOver(LEO, ANA);
      await add("cl_4", MIA);
      expect(await whose()).toEqual({
        cl_1: "Ana for Mia",
        cl_2: "Ana for Mia",
        cl_3: "Ana for Leo",
        cl_4: "Ana for Mia",
      });
      await comeBack(LEO);
      expect(await whose()).toMatchObject({ cl_1: "Ana for Mia", cl_3: "Leo" });
      await comeBack(MIA);
      expect(await whose()).toEqual({ cl_1: "Mia", cl_2: "Mia", cl_3: "Leo", cl_4: "Mia" });
    });

    test("is revoked leaves the clients to the next one, or to the administrators", async () => {
      await handOver(MIA, LEO);
      expect(await storage.managers.revoke({ managerId: LEO, at: NOW, handTo: MIA }, [])).toBe(
        "no-colleague",
      );
      await storage.managers.revoke({ managerId: LEO, at: NOW, handTo: ANA }, []);
      expect(await whose()).toEqual({ cl_1: "Ana for Mia", cl_2: "Ana for Mia", cl_3: "Ana" });
      await storage.managers.revoke({ managerId: ANA, at: NOW }, []);
      await add("cl_4", MIA);
      expect(await whose()).toEqual({
        cl_1: "nobody for Mia",
        cl_2: "nobody for Mia",
        cl_3: "nobody",
        cl_4: "nobody for Mia",
      });
      expect(await storage.managers.listAbsences()).toMatchObject([{ handTo: null, handToName: null }]);
      await comeBack(MIA);
      expect(await whose()).toEqual({ cl_1: "Mia", cl_2: "Mia", cl_3: "nobody", cl_4: "Mia" });
    });
  });

  test("an account revoked while its owner is away gives its clients away for good", async () => {
    await handOver(MIA, LEO);
    await storage.managers.revoke({ managerId: MIA, at: NOW, handTo: ANA }, []);
    expect(await whose()).toEqual({ cl_1: "Ana", cl_2: "Ana", cl_3: "Leo" });
    await storage.managers.revive(MIA, []);
    expect(await storage.managers.listAbsences()).toEqual([]);
    expect(await endAbsences(ENDS_AT)).toBe(0);
    expect(await whose()).toEqual({ cl_1: "Ana", cl_2: "Ana", cl_3: "Leo" });
  });

  test("a client who is being erased no longer counts", async () => {
    await handOver(MIA, LEO);
    await storage.erasing.softDeleteClient({ clientId: "cl_1", at: NOW }, []);
    expect(await storage.managers.listAbsences()).toMatchObject([{ clients: 1 }]);
    await comeBack(MIA);
    expect(await whose()).toEqual({ cl_2: "Mia", cl_3: "Leo" });
  });

  describe("the colleague is mailed", () => {
    const mails = () => storage.mail.list({ scope: "all", limit: 50 });
    const recipients = async () => (await mails()).map(({ kind, managerId }) => [kind, managerId]);
    const due = async (managerId: string) => {
      const mail = (await mails()).find((one) => one.managerId === managerId);
      return mail && storage.mail.findDue(mail.mailId);
    };

    test("once for each hand-over, with the state at the time of sending", async () => {
      await handOver(MIA, LEO);
      await handOver(MIA, LEO, { until: "2027-01-05", beganAt: NOW + 1 });
      expect(await recipients()).toEqual([["standing-in", LEO]]);
      expect((await due(LEO))?.handOver).toEqual({ managerId: MIA, until: "2027-01-05", clients: 2 });
      await comeBack(MIA);
      expect((await due(LEO))?.handOver).toBeNull();
      await handOver(MIA, LEO, { beganAt: NOW + 2 });
      expect(await recipients()).toHaveLength(2);
    });

    test("about each manager whose clients are included, and the previous colleague no longer", async () => {
      await handOver(MIA, LEO);
      await handOver(LEO, ANA, { beganAt: NOW + 1 });
      expect((await recipients()).toSorted()).toEqual(
        [
          ["standing-in", LEO],
          ["standing-in", ANA],
          ["standing-in", ANA],
        ].toSorted(),
      );
      expect((await due(LEO))?.handOver).toBeNull();
    });

    test("unless they made the hand-over themselves, or no mail is sent", async () => {
      await handOver(MIA, LEO, { by: LEO });
      await comeBack(MIA);
      await handOver(MIA, LEO, { isMailed: false });
      expect(await recipients()).toEqual([]);
    });
  });

  test("the clients who go back to a manager can be listed", async () => {
    await handOver(MIA, LEO);
    const found = (goesBackTo: string, managerId: string) =>
      storage.clients.listPage({
        scope: { managerId },
        search: "",
        filter: "all",
        goesBackTo,
        order: "name",
        direction: "up",
        limit: 9,
        view: NO_VIEW,
      });
    const ids = async (goesBackTo: string, managerId: string) =>
      (await found(goesBackTo, managerId)).clients.map(({ clientId }) => clientId);
    expect((await ids(MIA, LEO)).toSorted()).toEqual(["cl_1", "cl_2"]);
    expect(await ids(LEO, LEO)).toEqual([]);
    expect(await ids(MIA, ANA)).toEqual([]);
  });
}
