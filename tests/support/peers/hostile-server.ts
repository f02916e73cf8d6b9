import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

/** A server on this machine that does to each connection what the test says, and knows who came. */
export async function hostileServer(meet: (socket: Socket) => void, host = "127.0.0.1") {
  const open = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    open.add(socket);
    // the request is read, or its end would never be noticed
    socket
      .on("data", () => undefined)
      .on("error", () => undefined)
      .on("close", () => open.delete(socket));
    meet(socket);
  });
  server.listen(0, host);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://${host}:${port}/`,
    connections: () => connections,
    /** Those that nobody has ended. */
    open: () => open.size,
    async close(): Promise<void> {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

export type HostileServer = Awaited<ReturnType<typeof hostileServer>>;

/** Says this once something has come, and as often as the other side takes it. */
export function sayForEver(first: string, piece: string): (socket: Socket) => void {
  return (socket) => {
    const more = () => {
      while (socket.writable && socket.write(piece));
    };
    socket.on("drain", more).once("data", () => {
      socket.write(first);
      more();
    });
  };
}

/** Says this once something has come, and then a piece now and then, for ever. */
export function drip(first: string, piece: string): (socket: Socket) => void {
  return (socket) => {
    socket.once("data", () => {
      socket.write(first);
      const timer = setInterval(() => socket.write(piece), 10);
      socket.once("close", () => clearInterval(timer));
    });
  };
}
