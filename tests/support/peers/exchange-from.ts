import { Agent, request } from "node:http";

/** A caller at one address of this machine, which has 16 million (127.0.0.0/8). */
export function callerFrom(url: string, localAddress: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 4, localAddress });
  return {
    /** The status and Retry-After of an exchange. */
    exchange: (key: string, more: object = {}) =>
      new Promise<{ status: number; retryAfter: number }>((resolve, reject) => {
        const body = JSON.stringify({ key, ...more });
        const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
        const sent = request(`${url}/v1/auth/exchange`, { agent, method: "POST", headers }, (answer) => {
          answer.resume().on("end", () => {
            const retryAfter = Number(answer.headers["retry-after"] ?? 0);
            resolve({ status: answer.statusCode ?? 0, retryAfter });
          });
        });
        sent.on("error", reject).end(body);
      }),
    close: () => agent.destroy(),
  };
}

/** Different addresses, beginning with 127.0.1.1. */
export function loopbackAddresses(count: number): string[] {
  return Array.from(
    { length: count },
    (_, place) => `127.0.${1 + Math.floor(place / 250)}.${1 + (place % 250)}`,
  );
}
