import { afterAll, beforeAll, expect, test } from "vitest";
import { TAKES_PER_CLIENT_MAX } from "#contract/limits.ts";
import { madeByFfmpeg } from "../support/data/spoken-take.ts";
import { closing, takeCalls } from "../support/data/takes.ts";
import { trials } from "../support/faults/faults.ts";
import { expectFailure } from "../support/security/failures.ts";
import { countTried } from "../support/security/security-counts.ts";
import { type MeasuredServer, measuredServer } from "../support/service/measured-server.ts";
import { WITH_RECORDING } from "../support/service/program.ts";

/** The server stores as many takes as clients send, and holds none of them in its memory (promise P29). */

const MIB = 1024 ** 2;
const CLIENTS = trials(1, 20);
/** How many takes each client sends over their limit. */
const TOO_MANY = trials(50, 500);
/** The memory that the first takes need is reused for the later ones. */
const FIRST = trials(100, TAKES_PER_CLIENT_MAX + TOO_MANY);
const AT_ONCE = 8;
const MEMORY_GROWTH_MAX = 50 * MIB;

let server: MeasuredServer;
beforeAll(async () => {
  server = await measuredServer(WITH_RECORDING);
});
afterAll(() => server.close());

/** Sends `count` whole takes, a few at a time; returns the status of each answer. */
async function sendTakes(token: string, count: number, sound: Buffer<ArrayBuffer>): Promise<number[]> {
  const statuses: number[] = [];
  const call = (method: string, path: string, { body }: { body?: unknown } = {}) =>
    fetch(server.url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  let next = 0;
  const sender = async () => {
    while (next++ < count) {
      const take = takeCalls({ call, url: server.url }, token);
      const part = await take.sendPart(0, sound);
      if (part.status === 200) {
        await part.arrayBuffer();
        const closed = await take.close(closing(1));
        await closed.arrayBuffer();
        statuses.push(closed.status);
      } else {
        await expectFailure(part, "TAKE_QUOTA");
        statuses.push(part.status);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
  return statuses;
}

test(
  `${CLIENTS * TAKES_PER_CLIENT_MAX} takes are accepted, ${CLIENTS * TOO_MANY} more are not, and memory grows by 50 MB at most`,
  async () => {
    const sound = Buffer.from(
      madeByFfmpeg(["-f", "lavfi", "-i", "sine=d=1", "-c:a", "libopus", "-b:a", "32k", "-f", "webm"]),
    );
    const [first, ...clients] = await server.signIn(1 + CLIENTS);
    await sendTakes(first?.token ?? "", FIRST, sound);
    const before = await server.memory();
    for (const { token } of clients) {
      const statuses = await sendTakes(token, TAKES_PER_CLIENT_MAX + TOO_MANY, sound);
      expect(statuses.filter((status) => status === 200)).toHaveLength(TAKES_PER_CLIENT_MAX);
      expect(statuses).toHaveLength(TAKES_PER_CLIENT_MAX + TOO_MANY);
      countTried("takes sent", statuses.length);
      // measures memory each time, so that memory in use is not mistaken for heap that V8 reserved once
      const grown = (await server.memory()) - before;
      expect(Math.round(grown / MIB), "MiB").toBeLessThanOrEqual(MEMORY_GROWTH_MAX / MIB);
    }
  },
  trials(60_000, 900_000),
);
