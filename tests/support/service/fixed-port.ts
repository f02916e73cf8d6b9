import { once } from "node:events";
import { createServer } from "node:net";

/**
 * A free port below those that the system gives to outgoing connections: while the server is down, one of these
 * clients could otherwise be given its port, or even be connected to itself. `besides`: one that is meant for another server.
 */
export async function fixedPort(besides?: number): Promise<number> {
  const first = 20_000 + (process.pid % 500) * 20;
  for (let port = first; port < first + 20; port++) {
    if (port === besides) continue;
    const probe = createServer().listen(port, "127.0.0.1");
    const isFree = await once(probe, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    await new Promise((closed) => probe.close(closed));
    return port;
  }
  throw new Error(`No port is free from ${first} on`);
}
