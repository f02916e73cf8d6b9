import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { TAKE_PART_MAX_BYTES } from "#contract/limits.ts";
import { closing, partsOf, recording, type Sound, takeCalls, takeIn } from "../support/data/takes.ts";
import { randomOf, recordFigure, seed, tellSeed, trials } from "../support/faults/faults.ts";
import { WITH_RECORDING } from "../support/service/program.ts";
import { type ServerClient, type ServerProcess, serverProcess } from "../support/service/server-process.ts";

const PARTS = 8;
/** With more parts in one go, the server would be killed too seldom. */
const PARTS_UNTIL_KILLED = 4;

let server: ServerProcess;
beforeEach(async (context) => {
  tellSeed(context);
  server = await serverProcess(WITH_RECORDING);
  await server.start();
});
afterEach(() => server.close());

test(
  "kill -9 of the server between and within parts: the device asks for the stored ones, and the take is complete",
  async () => {
    const random = randomOf(seed);
    const clients = await server.signIn(trials(2, 60));
    let kills = 0;
    let sentAgain = 0;
    for (const client of clients) {
      const sound = recording(PARTS * TAKE_PART_MAX_BYTES - Math.floor(random() * 1_000));
      const take = device(client, partsOf(sound));
      while (!(await take.isSentUntilKilled(random() * PARTS_UNTIL_KILLED))) kills++;
      sentAgain += take.sentAgain();
      expect((await heldBy(client, take.takeId)).equals(sound)).toBe(true);
      expect(await takeIn(await take.close())).toMatchObject({ state: "queued" });
    }
    expect(kills).toBeGreaterThan(0);
    expect(server.damage()).toEqual([]);
    recordFigure({
      promise: "P1",
      fault: "kill -9 of the server while a take is sent",
      trials: kills,
      losses: 0,
      note: `${clients.length} takes of ${PARTS} parts, whole in the end; ${sentAgain} parts had to be sent again`,
    });
  },
  trials(120_000, 900_000),
);

/** A device that resumes after each interruption: it trusts the server's list of parts, and not its own memory. */
function device({ token }: ServerClient, parts: Sound[]) {
  const call = (method: string, path: string, { body }: { body?: unknown } = {}) =>
    fetch(server.url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const take = takeCalls({ call, url: server.url }, token);
  const acknowledged = new Set<number>();
  let sent = 0;
  let partMs = 10;

  async function missing(): Promise<number[]> {
    const response = await take.find();
    const here = response.status === 404 ? [] : (await takeIn(response)).parts;
    // every acknowledged part is there after each kill
    expect(here).toEqual(expect.arrayContaining([...acknowledged]));
    return [...parts.keys()].filter((part) => !here.includes(part));
  }

  async function sendMissing(onAcknowledged: (parts: number) => void): Promise<void> {
    for (const [before, part] of (await missing()).entries()) {
      sent++;
      const startedAt = performance.now();
      const response = await take.sendPart(part, parts[part] as Sound);
      expect(response.status).toBe(200);
      partMs = performance.now() - startedAt;
      acknowledged.add(part);
      onAcknowledged(before + 1);
    }
  }

  return {
    takeId: take.takeId,
    sentAgain: () => sent - parts.length,
    close: () => take.close(closing(parts.length)),

    /**
     * Whether every part was acknowledged before the server was killed, which happens after `afterParts` parts; 2.4 is
     * a moment within the third part. Counting in parts keeps the number of kills the same on a slow machine.
     */
    async isSentUntilKilled(afterParts: number): Promise<boolean> {
      const whole = Math.floor(afterParts);
      const reached = Promise.withResolvers<void>();
      const sending = sendMissing((count) => count === whole && reached.resolve()).catch((error: unknown) => {
        // a cut connection is expected; any other error fails the test
        if (!(error instanceof TypeError)) throw error;
      });
      if (whole > 0) await Promise.race([reached.promise, sending]);
      await setTimeout((afterParts - whole) * partMs);
      await server.stop("SIGKILL");
      await sending;
      await server.start();
      return (await missing()).length === 0;
    },
  };
}

/** The bytes of a take as the server's storage has them. */
function heldBy({ clientId }: ServerClient, takeId: string): Promise<Buffer> {
  return server.withStorage(async (storage) => {
    const bodies: Uint8Array[] = [];
    for await (const body of storage.takes.readParts({ clientId, takeId })) bodies.push(body);
    return Buffer.concat(bodies);
  });
}
