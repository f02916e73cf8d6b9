import type { IncomingMessage } from "node:http";

/** How long one connection is read at a time. */
const TURN_MS = 5;
/** From the start of one turn to that of the next one. */
const TURN_EVERY_MS = 20;

/**
 * Reads what is left of bodies whose requests were answered before their end, one connection at a time. Reading all of
 * them at full speed would let callers with large refused bodies slow down all others.
 */
export function refusedBodies() {
  const waiting = new Set<IncomingMessage>();
  let timer: NodeJS.Timeout | undefined;

  function takeTurn(): void {
    const request = nextOf(waiting);
    if (!request) {
      clearInterval(timer);
      timer = undefined;
      return;
    }
    const { socket } = request;
    socket.resume();
    setTimeout(() => endTurn(request), TURN_MS).unref();
  }

  function endTurn(request: IncomingMessage): void {
    const { socket } = request;
    if (!request.complete) {
      socket.pause();
      waiting.add(request);
    } else if (socket.writableEnded) {
      socket.destroy();
    }
  }

  return {
    /** For a request whose answer has been sent. Closes the connection after the body if our half is closed. */
    add(request: IncomingMessage): void {
      request.socket.pause();
      waiting.add(request);
      timer ??= setInterval(takeTurn, TURN_EVERY_MS).unref();
    },
  };
}

/** Removes the first request that is still arriving, and all before it. */
function nextOf(waiting: Set<IncomingMessage>): IncomingMessage | undefined {
  for (const request of waiting) {
    waiting.delete(request);
    if (!request.socket.destroyed) return request;
  }
  return undefined;
}
