import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { isEnding } from "./connections.ts";

/** When the server stops, the first request of a new connection may still be on its way. */
const SILENT_LIMIT_MS = 1_000;

type Traffic = {
  /** Requests not completely received, and answers not completely sent. */
  underWay: number;
  /** Bytes received when the connection was last idle; more than this means that a request has begun. */
  bytesRead: number;
};

/**
 * Closes each connection of a stopping server once it is idle. Node's own way counts an answer as sent when it was
 * handed over, which cuts off slow readers, and waits for connections that never sent a request, as browsers open them
 * in advance. While the server drains and still accepts connections, each answer carries `connection: close`, so that
 * the load balancer opens the next connection elsewhere.
 */
export function closeWhenStopping(app: FastifyInstance, isDraining: () => boolean): void {
  const { server } = app;
  const open = new Map<Socket, Traffic>();
  let isStopping = false;

  const closeIfIdle = (socket: Socket) => {
    const traffic = open.get(socket);
    if (traffic?.underWay === 0 && socket.bytesRead === traffic.bytesRead) socket.destroy();
  };
  const closeIdle = (isSilent: boolean) => {
    for (const [socket, { bytesRead }] of open) if ((bytesRead === 0) === isSilent) closeIfIdle(socket);
  };

  server.on("connection", (socket) => {
    open.set(socket, { underWay: 0, bytesRead: 0 });
    socket.once("close", () => open.delete(socket));
  });
  server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const traffic = open.get(socket);
    if (!traffic || isEnding(socket)) return;
    // the body of a request that was refused early may still arrive after its answer was sent
    for (const half of [request, response]) {
      traffic.underWay++;
      half.once("close", () => {
        traffic.underWay--;
        if (traffic.underWay === 0) traffic.bytesRead = socket.bytesRead;
        if (isStopping) closeIfIdle(socket);
      });
    }
  });
  app.addHook("preClose", async () => {
    isStopping = true;
  });
  app.addHook("onSend", (_request, reply, _payload, done) => {
    if (isStopping || isDraining()) reply.header("connection", "close");
    done();
  });
  // Node calls it in `close`, just before the server stops listening
  server.closeIdleConnections = () => {
    closeIdle(false);
    setTimeout(() => closeIdle(true), SILENT_LIMIT_MS).unref();
  };
}
