import { setTimeout } from "node:timers/promises";
import { written } from "../data/written.ts";
import { httpConnection } from "../peers/http-connection.ts";
import type { ServerClient } from "../service/server-process.ts";

/**
 * Clients at work, each on their own connection: they save, and read what they saved. They pause before each save, or
 * go on without a pause.
 */
export function healthyClients(url: string, clients: ServerClient[], { thinkMs = 0 } = {}) {
  const workers = clients.map(({ token }) => ({ token, connection: httpConnection(url) }));
  let saves = 0;

  async function work(
    { token, connection }: (typeof workers)[number],
    isOver: () => boolean,
  ): Promise<number[]> {
    const times: number[] = [];
    while (!isOver()) {
      // spreads the saves over time
      if (thinkMs > 0) await setTimeout(thinkMs * (0.5 + Math.random()));
      const body = { data: written(`answer ${++saves}`) };
      for (const request of [
        { method: "PUT", path: "/v1/onboarding", token, body } as const,
        { method: "GET", path: "/v1/onboarding", token } as const,
      ]) {
        const began = performance.now();
        const ending = await connection.send(request);
        if (ending.kind !== "answered" || ending.status !== 200) throw new Error(JSON.stringify(ending));
        times.push(performance.now() - began);
      }
    }
    return times;
  }

  const workUntil = async (isOver: () => boolean): Promise<number[]> =>
    (await Promise.all(workers.map((worker) => work(worker, isOver)))).flat();

  return {
    /** How long each request took, in milliseconds; each got a 200. */
    workFor: (ms: number): Promise<number[]> => {
      const until = performance.now() + ms;
      return workUntil(() => performance.now() >= until);
    },
    /** As `workFor`, for as long as `other` takes. */
    workDuring: async (other: Promise<unknown>): Promise<number[]> => {
      let isOver = false;
      const end = () => {
        isOver = true;
      };
      void other.then(end, end);
      return workUntil(() => isOver);
    },
    close: () => workers.forEach(({ connection }) => void connection.close()),
  };
}

/** The 99th percentile of the times. */
export function p99(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0;
}
