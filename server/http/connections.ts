import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from "node:http";
import type { Socket } from "node:net";

/** How much of this server one connection may hold, and for how long. */
export const CONNECTION_LIMITS = {
  /** Requests on one connection whose answers the caller has not taken. Browsers and proxies never send ahead. */
  unansweredMax: 8,
  /** Node's parser closes the connection with the answer to this request. */
  requestsMax: 1_000,
  /** The shipped HAProxy takes as many. */
  connectionsMax: 4_000,
  /** A caller who takes no byte of an answer is gone within this long. */
  stallMs: 15_000,
  /** A caller who takes few bytes of an answer has this long for each piece of it. */
  pieceMs: 300_000,
  pieceBytes: 1024 * 1024,
  /** After our last word the connection ends on our side, whatever the other side does. */
  lingerMs: 1_000,
};

/**
 * How often Node looks whether a socket is silent. At the first look it sees what the operating system has taken since the
 * answer was written; two silent looks in a row after it are the limit. A slow caller moves bytes between two looks.
 */
const LOOK_MS = CONNECTION_LIMITS.stallMs / 3;

type Held = {
  unanswered: Set<ServerResponse>;
  /** What the caller had taken when the time for the present piece began. */
  taken: number;
  since: number;
  /** When Node last found it silent. */
  silentAt: number;
};

type GuardOptions = {
  /** Answers the one request too many of a connection. */
  refuse: RequestListener;
  /** Monotonic milliseconds. */
  now?: () => number;
  /** How often connections are looked at. */
  sweepMs?: number;
};

/**
 * A server that bounds what each of its connections holds. It stands before the framework: of a thousand requests sent
 * ahead, those that nobody answers cost next to nothing.
 */
export function createGuardedServer(
  options: ServerOptions,
  listener: RequestListener,
  { refuse, now = () => performance.now(), sweepMs = 1_000 }: GuardOptions,
): Server {
  const held = new Map<Socket, Held>();
  const server = createServer(options, (request, response) => {
    const { socket } = request;
    if (isEnding(socket)) return;
    const mine = heldBy(socket);
    endBehindAnswer(request, response);
    hold(mine, socket, response);
    if (mine.unanswered.size <= CONNECTION_LIMITS.unansweredMax) return listener(request, response);
    destroySoon(socket);
    socket.pause();
    refuse(request, response);
  });
  server.maxConnections = CONNECTION_LIMITS.connectionsMax;
  server.maxRequestsPerSocket = CONNECTION_LIMITS.requestsMax;
  server.setTimeout(LOOK_MS, onSilence);
  const sweeping = setInterval(sweep, sweepMs).unref();
  server.once("close", () => clearInterval(sweeping));
  return server;

  function heldBy(socket: Socket): Held {
    const found = held.get(socket);
    if (found) return found;
    const made: Held = { unanswered: new Set(), taken: 0, since: now(), silentAt: Number.NEGATIVE_INFINITY };
    held.set(socket, made);
    socket.once("close", () => held.delete(socket));
    return made;
  }

  function hold(mine: Held, socket: Socket, response: ServerResponse): void {
    if (mine.unanswered.size === 0) beginPiece(mine, socket);
    mine.unanswered.add(response);
    response.once("close", () => {
      mine.unanswered.delete(response);
      beginPiece(mine, socket);
    });
  }

  function beginPiece(mine: Held, socket: Socket): void {
    mine.taken = takenFrom(socket);
    mine.since = now();
  }

  /** Node calls it when nothing went over a socket for a while: nobody takes the answer, or no request comes. */
  function onSilence(socket: Socket): void {
    const mine = held.get(socket);
    if (mine === undefined || mine.unanswered.size === 0) return void socket.destroy();
    // Node does not say when it found a byte taken: then it found the silence later than at the next look
    const isStill = now() - mine.silentAt < 1.5 * LOOK_MS;
    mine.silentAt = now();
    // by a reset, as the operating system would go on holding what was written
    if (isStill && socket.writableLength > 0) socket.resetAndDestroy();
    else socket.setTimeout(LOOK_MS);
  }

  /** A caller who takes a byte now and then is never silent. */
  function sweep(): void {
    for (const [socket, mine] of held) {
      const isWaiting = mine.unanswered.size > 0 && socket.writableLength > 0;
      if (!isWaiting || takenFrom(socket) - mine.taken >= CONNECTION_LIMITS.pieceBytes)
        beginPiece(mine, socket);
      else if (now() - mine.since > CONNECTION_LIMITS.pieceMs) socket.resetAndDestroy();
    }
  }
}

function takenFrom(socket: Socket): number {
  return socket.bytesWritten - socket.writableLength;
}

/** A body that nobody waits for any more must not hold the connection. */
function endBehindAnswer(request: IncomingMessage, response: ServerResponse): void {
  response.once("close", () => {
    if (request.complete || request.socket.destroyed) return;
    setTimeout(() => {
      if (!request.complete) request.socket.destroy();
    }, CONNECTION_LIMITS.lingerMs).unref();
  });
}

const ending = new WeakSet<Socket>();

/** Whether our last word on a connection has been said: nothing that still comes on it is answered. */
export function isEnding(socket: Socket): boolean {
  return ending.has(socket);
}

/** Ends a connection on our side too: the other side may never close its half. */
export function destroySoon(socket: Socket): void {
  // Node reports the same broken connection once for each piece that still comes
  if (ending.has(socket)) return;
  ending.add(socket);
  const timer = setTimeout(() => socket.destroy(), CONNECTION_LIMITS.lingerMs).unref();
  socket.once("close", () => clearTimeout(timer));
}
