import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { parseRaw } from "./raw-http.ts";

/**
 * One HTTP client on plain sockets, because fault tests need to know what no HTTP library reports: whether the server
 * had read a request that it did not answer.
 */

/** How a request ended, as far as its sender can know. */
export type Ending =
  | { kind: "answered"; status: number; headers: Headers; body: string }
  /** The server has read nothing of the request. */
  | { kind: "not-accepted" }
  /** The server has read the request, and its answer is missing or incomplete. */
  | { kind: "cut"; received: string };

export type PlainRequest = {
  method: "GET" | "POST" | "PUT";
  path: string;
  token?: string | undefined;
  headers?: { [name: string]: string };
  body?: unknown;
  /**
   * Asks first (`Expect: 100-continue`); the body is sent after this callback, when the server has certainly read the
   * head.
   */
  beforeBody?: () => Promise<void>;
};

const CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";

/** A client that keeps its connection alive, and opens a new one after the server has closed it. */
export function httpConnection(url: string) {
  let idle: Socket | undefined;

  function open(): Socket {
    const socket = openSocket(url);
    const dropIdle = () => {
      if (idle !== socket) return;
      socket.destroy();
      idle = undefined;
    };
    return socket.on("end", dropIdle).on("error", dropIdle);
  }

  return {
    async send(request: PlainRequest): Promise<Ending> {
      const socket = idle ?? open();
      idle = undefined;
      const ending = await exchange(socket, request);
      if (ending.kind === "answered" && ending.headers.get("connection") !== "close") idle = socket;
      else socket.destroy();
      return ending;
    },
    close: () => idle?.destroy(),
  };
}

/** One request on its own connection. */
export async function sendOnce(url: string, request: PlainRequest): Promise<Ending> {
  const connection = httpConnection(url);
  try {
    return await connection.send(request);
  } finally {
    connection.close();
  }
}

/** Sends the whole request and disconnects before an answer is possible. */
export async function sendAndLeave(url: string, request: PlainRequest): Promise<void> {
  const socket = openSocket(url);
  await once(socket, "connect");
  const { head, body } = bytesOf(request);
  await new Promise((sent) => socket.write(head + body, sent));
  socket.destroy();
}

function openSocket(url: string): Socket {
  const { hostname, port } = new URL(url);
  // half open, because only a write shows what the server's end of a connection means, see `wasRead`
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true, noDelay: true });
  return socket.setEncoding("latin1").on("error", () => undefined);
}

function exchange(socket: Socket, request: PlainRequest): Promise<Ending> {
  const { head, body } = bytesOf(request);
  const { promise, resolve } = Promise.withResolvers<Ending>();
  let received = "";
  let hasBegun = false;
  const onData = (part: string) => {
    hasBegun = true;
    received += part;
    if (request.beforeBody && received.startsWith(CONTINUE)) {
      received = received.slice(CONTINUE.length);
      void request.beforeBody().then(() => socket.write(body));
    }
    const answer = completeAnswer(received);
    if (answer) resolve(answer);
  };
  const onLoss = (isRead: boolean) =>
    resolve(isRead || hasBegun ? { kind: "cut", received } : { kind: "not-accepted" });
  const onEnd = () => void wasRead(socket).then(onLoss);
  // Refused or reset. Linux resets a connection that is closed with unread bytes, or that was closed before they came.
  // A connection that is closed after everything was read ends without a reset. Requests here fit in one segment.
  const onError = () => onLoss(false);
  socket.on("data", onData).once("end", onEnd).once("error", onError);
  socket.write(request.beforeBody ? head : head + body);
  return promise.finally(() => {
    socket.off("data", onData).off("end", onEnd).off("error", onError);
  });
}

/**
 * Whether a server that ended the connection had read what was sent on it. This decides the race of keep-alive, in
 * which the server closes an idle connection while the next request is on its way. Such a request gets a reset, which a
 * second write detects; without a reset, the request was read and dropped.
 */
function wasRead(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => socket.write("\r\n", (error) => resolve(!error)));
}

function bytesOf({ method, path, token, headers, body, beforeBody }: PlainRequest) {
  const text = body === undefined ? "" : JSON.stringify(body);
  const lines = Object.entries({
    host: "firsthand",
    ...(token && { authorization: `Bearer ${token}` }),
    ...(text && { "content-type": "application/json", "content-length": String(Buffer.byteLength(text)) }),
    ...(beforeBody && { expect: "100-continue" }),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return { head: `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n`, body: text };
}

/** Parses a complete answer; every answer of the service states its length. */
function completeAnswer(received: string): Extract<Ending, { kind: "answered" }> | undefined {
  if (!received.includes("\r\n\r\n")) return undefined;
  const answer = parseRaw(received);
  if (answer.body.length < Number(answer.headers.get("content-length"))) return undefined;
  return { kind: "answered", ...answer };
}
