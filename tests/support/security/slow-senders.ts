import { connect, type Socket } from "node:net";
import { setPriority } from "node:os";

/**
 * A separate program, like attacker.ts. It receives a target, sends a byte now and then on each connection, and reports
 * how long each connection lasted.
 */
export type SlowOrder = { url: string; token: string; ofEach: number };
/** Milliseconds from each connection's start to its end. */
export type Lived = { [kind in SlowKind]: number[] };
type SlowKind = "headers" | "bodies" | "nothing";

const DRIP_MS = 250;

setPriority(19);
process.on("message", (order: SlowOrder) => void sendSlowly(order).then((lived) => process.send?.(lived)));

async function sendSlowly({ url, token, ofEach }: SlowOrder): Promise<Lived> {
  const { port } = new URL(url);
  const dripping = new Map<Socket, string>();
  const open = (start: string, byte: string) =>
    new Promise<number>((resolve, reject) => {
      let began = 0;
      const socket = connect(Number(port), "127.0.0.1", () => {
        began = performance.now();
        if (start !== "") socket.write(start);
        if (byte !== "") dripping.set(socket, byte);
      });
      socket
        // writing to a connection that has just closed is an error that does not matter
        .on("error", () => undefined)
        .on("close", () => {
          dripping.delete(socket);
          if (began === 0) reject(new Error("The server took no connection"));
          else resolve(performance.now() - began);
        })
        // reads the answer, because the end of the connection would otherwise go unnoticed
        .resume();
    });
  const openAll = (start: string, byte: string) =>
    Promise.all(Array.from({ length: ofEach }, () => open(start, byte)));

  const timer = setInterval(() => {
    for (const [socket, byte] of dripping) if (socket.writable) socket.write(byte);
  }, DRIP_MS);
  const head = `PUT /v1/onboarding HTTP/1.1\r\nHost: firsthand\r\nAuthorization: Bearer ${token}\r\n`;
  const body = `${head}Content-Type: application/json\r\nContent-Length: 50000\r\n\r\n{`;
  try {
    const [headers, bodies, nothing] = await Promise.all([
      openAll(`${head}X-Slow: `, "x"),
      openAll(body, " "),
      openAll("", ""),
    ]);
    return { headers, bodies, nothing };
  } finally {
    clearInterval(timer);
  }
}
