import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

/** A server on this machine that treats each connection as the test says, and counts its connections. */
export async function hostileServer(meet: (socket: Socket) => void, host = "127.0.0.1") {
  const open = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    open.add(socket);
    // reads the request, because the end of the connection would otherwise go unnoticed
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
    /** The number of connections that neither side has ended. */
    open: () => open.size,
    async close(): Promise<void> {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

export type HostileServer = Awaited<ReturnType<typeof hostileServer>>;

/** Sends `first` once a request has come, and then `piece` as often as the other side takes it. */
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

/** Sends `first` once a request has come, and then a piece now and then, without end. */
export function drip(first: string, piece: string): (socket: Socket) => void {
  return (socket) => {
    socket.once("data", () => {
      socket.write(first);
      const timer = setInterval(() => socket.write(piece), 10);
      socket.once("close", () => clearInterval(timer));
    });
  };
}
