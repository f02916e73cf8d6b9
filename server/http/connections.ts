import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import { refusedBodies } from "./refused-bodies.ts";

/** How much of this server one connection may use, and for how long. */
export const CONNECTION_LIMITS = {
  /** Requests on one connection whose answers the caller has not read. Browsers and proxies never pipeline requests. */
  unansweredMax: 8,
  /** Node's parser closes the connection after the answer to this request. */
  requestsMax: 1_000,
  /** The same as in the HAProxy configuration that we ship. */
  connectionsMax: 4_000,
  /** A caller who reads no byte of an answer is disconnected within this time. */
  stallMs: 15_000,
  /** A slow caller has this long for each piece of an answer. */
  pieceMs: 300_000,
  pieceBytes: 1024 * 1024,
  /** After our last answer, the connection is closed from our side after this time, whatever the other side does. */
  lingerMs: 1_000,
};

/**
 * How often Node checks whether a socket is silent. The first check notices what the operating system accepted since
 * the answer was written; two silent checks in a row after that reach the limit. Even a slow caller moves bytes between
 * two checks.
 */
const LOOK_MS = CONNECTION_LIMITS.stallMs / 3;

type ConnectionState = {
  /** The only request whose body may still be arriving. */
  latest: IncomingMessage;
  unanswered: Set<ServerResponse>;
  /** Bytes the caller had read when the current piece began. */
  taken: number;
  since: number;
  /** When Node last found the socket silent. */
  silentAt: number;
};

type GuardOptions = {
  /** Answers the one request that exceeds a connection's limit. */
  refuse: RequestListener;
  /** Monotonic milliseconds. */
  now?: () => number;
  /** How often slow connections are checked. */
  sweepMs?: number;
};

/**
 * An HTTP server that limits what each connection can use. It stands before the framework, so that pipelined requests
 * over the limit cost almost nothing.
 */
export function createGuardedServer(
  options: ServerOptions,
  listener: RequestListener,
  { refuse, now = () => performance.now(), sweepMs = 1_000 }: GuardOptions,
): Server {
  const held = new Map<Socket, ConnectionState>();
  const refused = refusedBodies();
  const server = createServer(options, (request, response) => {
    const { socket } = request;
    if (isEnding(socket)) return;
    const mine = heldBy(socket, request);
    endBehindAnswer(request, response, refused);
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

  function heldBy(socket: Socket, request: IncomingMessage): ConnectionState {
    const found = held.get(socket);
    if (found) return Object.assign(found, { latest: request });
    const made: ConnectionState = {
      latest: request,
      unanswered: new Set(),
      taken: 0,
      since: now(),
      silentAt: Number.NEGATIVE_INFINITY,
    };
    held.set(socket, made);
    closeInStages(socket, made);
    socket.once("close", () => held.delete(socket));
    return made;
  }

  function hold(mine: ConnectionState, socket: Socket, response: ServerResponse): void {
    if (mine.unanswered.size === 0) beginPiece(mine, socket);
    mine.unanswered.add(response);
    response.once("close", () => {
      mine.unanswered.delete(response);
      beginPiece(mine, socket);
    });
  }

  function beginPiece(mine: ConnectionState, socket: Socket): void {
    mine.taken = takenFrom(socket);
    mine.since = now();
  }

  /** Node calls it when a socket was idle for a while: the caller reads no answer, or sends no request. */
  function onSilence(socket: Socket): void {
    const mine = held.get(socket);
    if (mine === undefined || mine.unanswered.size === 0) return void socket.destroy();
    // Node does not report progress, so a silence found later than the next check means that bytes moved in between
    const isStill = now() - mine.silentAt < 1.5 * LOOK_MS;
    mine.silentAt = now();
    // a reset, because after a normal close the operating system would keep the unsent data
    if (isStill && socket.writableLength > 0) socket.resetAndDestroy();
    else socket.setTimeout(LOOK_MS);
  }

  /** Catches callers who read a byte now and then, and therefore never count as silent. */
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

/**
 * Node closes a connection as soon as its last answer is sent. If a body is still arriving then, the operating system
 * resets the connection, and the caller may never see the answer. So only our half is closed first (RFC 9112 §9.6).
 */
function closeInStages(socket: Socket, state: Pick<ConnectionState, "latest">): void {
  const closeBoth = socket.destroySoon.bind(socket);
  socket.destroySoon = () => {
    if (state.latest.complete) closeBoth();
    else socket.end();
  };
}

/** After the answer has been sent, a request body that is still arriving must not keep the connection open. */
function endBehindAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  refused: ReturnType<typeof refusedBodies>,
): void {
  response.once("close", () => {
    if (request.complete || request.socket.destroyed) return;
    refused.add(request);
    setTimeout(() => {
      if (!request.complete) request.socket.destroy();
    }, CONNECTION_LIMITS.lingerMs).unref();
  });
}

const ending = new WeakSet<Socket>();

/** Whether the last answer on this connection has been sent; requests that arrive after it are ignored. */
export function isEnding(socket: Socket): boolean {
  return ending.has(socket);
}

/** Closes a connection from our side, because the other side may never close its half. */
export function destroySoon(socket: Socket): void {
  // Node reports the same broken connection again for each piece of data that arrives
  if (ending.has(socket)) return;
  ending.add(socket);
  const timer = setTimeout(() => socket.destroy(), CONNECTION_LIMITS.lingerMs).unref();
  socket.once("close", () => clearTimeout(timer));
}
