import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";

/**
 * A free port below the range that the system uses for outgoing connections. While the server is down, a client could
 * otherwise get the server's port, or even connect to itself. `besides` is a port that is reserved for another server.
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

/** Several ports at once, for programs that must know each other's ports before they start. */
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
