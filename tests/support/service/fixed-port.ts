import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";

/**
 * A free port below those that the system gives to outgoing connections: while the server is down, one of these
 * clients could otherwise be given its port, or even be connected to itself. `besides`: one that is meant for another server.
 */
export async function fixedPort(besides?: number): Promise<number> {
  const first = 20_000 + (process.pid % 500) * 20;
  for (let port = first; port < first + 20; port++) {
    if (port === besides) continue;
    const probe = createServer().listen(port, "127.0.0.1");
    if (!(await listens(probe))) continue;
    await new Promise((closed) => probe.close(closed));
    return port;
  }
  throw new Error(`No port is free from ${first} on`);
}

/** So many of them at once, for programs that have to know each other's before any of them starts. */
export async function fixedPorts(count: number): Promise<number[]> {
  const first = 10_000 + (process.pid % 400) * 25;
  const probes: Server[] = [];
  for (let port = first; port < first + 25 && probes.length < count; port++) {
    const probe = createServer().listen(port, "127.0.0.1");
    if (await listens(probe)) probes.push(probe);
  }
  const ports = probes.map((probe) => (probe.address() as AddressInfo).port);
  await Promise.all(probes.map((probe) => new Promise((closed) => probe.close(closed))));
  if (ports.length < count) throw new Error(`Fewer than ${count} ports are free from ${first} on`);
  return ports;
}

function listens(server: Server): Promise<boolean> {
  return once(server, "listening").then(
    () => true,
    () => false,
  );
}
