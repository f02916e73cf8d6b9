import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { isEnding } from "./connections.ts";

/** A connection that was opened when the server stops may have its first request on the way. */
const SILENT_LIMIT_MS = 1_000;

type Traffic = {
  /** Requests that are not wholly read, and answers that are not wholly sent. */
  underWay: number;
  /** What had been read when nothing was last under way; more than that is the start of a request. */
  bytesRead: number;
};

/**
 * Closes each connection of a server that stops as soon as it carries no request. Node's own way takes an answer for
 * sent when it was handed over, and cuts off a long one that a slow client is still reading; and it waits for a
 * connection that never sent anything, as browsers open in advance. While the server still takes new connections
 * although it is going to stop, each answer already asks for another one next time, which a load balancer opens elsewhere.
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
    // a request that is refused early may still be arriving when its answer has been sent
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
  // Node calls it in `close`, just before it stops listening
  server.closeIdleConnections = () => {
    closeIdle(false);
    setTimeout(() => closeIdle(true), SILENT_LIMIT_MS).unref();
  };
}
