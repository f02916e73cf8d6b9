import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** What happens to a request that is sent through the proxy. */
export type FaultMode =
  | { kind: "pass" }
  /**
   * The client's connection is reset as soon as the whole request is being sent to the server; the answer is dropped.
   */
  | { kind: "cut-after-request" }
  /** The client's connection ends after this many bytes of the answer. */
  | { kind: "cut-mid-answer"; afterBytes: number }
  /** The answer is delayed by this time. */
  | { kind: "delay"; ms: number }
  /** The connection stays open without an answer; `swallows` decides whether the server gets the request. */
  | { kind: "black-hole"; swallows: "request" | "answer" }
  /** Both directions are slow. */
  | { kind: "slow"; bytesPerSecond: number };

export type FaultProxy = Awaited<ReturnType<typeof startFaultProxy>>;

/** One direction of a connection. */
type Line = { push(bytes: Buffer): void; end(): void };

const SLOW_TICK_MS = 20;

/**
 * A faulty network between a client and an HTTP server. Every connection carries one request, since the proxy asks the
 * server to close it after the answer. A request's fault is therefore the mode at the time of its first byte, even on a
 * connection that a browser opened in advance. Browsers repeat requests that are lost on a reused connection, so here
 * they repeat none.
 */
export async function startFaultProxy(targetUrl: string) {
  const target = new URL(targetUrl);
  const sockets = new Set<Socket>();
  let mode: FaultMode = { kind: "pass" };

  const server = createServer({ noDelay: true }, (client) => {
    track(client);
    client.once("data", (first: Buffer) => {
      const upstream = connect({ host: target.hostname, port: Number(target.port), noDelay: true });
      track(upstream);
      carryRequest(client, upstream, { mode, first });
      carryAnswer(client, upstream, mode);
    });
  });

  function track(socket: Socket): void {
    sockets.add(socket);
    // ignores the error, because a failure of one connection shows on the other
    socket.on("error", () => undefined).once("close", () => sockets.delete(socket));
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Sets the fault of every request from now on; current requests keep theirs. */
    setMode(next: FaultMode): void {
      mode = next;
    },
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

function carryRequest(
  client: Socket,
  upstream: Socket,
  { mode, first }: { mode: FaultMode; first: Buffer },
): void {
  const line = requestLine(upstream, mode);
  const read = requestReader();
  let isWhole = false;
  const onData = (bytes: Buffer) => {
    const { ready, isComplete } = read(bytes);
    line.push(ready);
    isWhole = isComplete;
    if (isComplete && mode.kind === "cut-after-request") client.resetAndDestroy();
  };
  onData(first);
  client.on("data", onData);
  // passes on that the client is gone only while the server still waits for the rest of the request, as a network does
  client.once("close", () => {
    if (!isWhole) line.end();
  });
}

function carryAnswer(client: Socket, upstream: Socket, mode: FaultMode): void {
  const line = answerLine(client, mode);
  upstream.on("data", (bytes: Buffer) => line.push(bytes));
  upstream.once("end", () => line.end());
  // the server is down or was killed
  upstream.once("error", () => client.resetAndDestroy());
}

function requestLine(upstream: Socket, mode: FaultMode): Line {
  if (mode.kind === "black-hole" && mode.swallows === "request") return deadLine();
  return mode.kind === "slow" ? slowLine(upstream, mode.bytesPerSecond) : directLine(upstream);
}

function answerLine(client: Socket, mode: FaultMode): Line {
  switch (mode.kind) {
    case "pass":
      return directLine(client);
    case "cut-mid-answer":
      return cutLine(client, mode.afterBytes);
    case "delay":
      return delayedLine(client, mode.ms);
    case "slow":
      return slowLine(client, mode.bytesPerSecond);
    case "black-hole":
    case "cut-after-request":
      return deadLine();
  }
}

function directLine(socket: Socket): Line {
  return { push: (bytes) => socket.write(bytes), end: () => socket.end() };
}

function deadLine(): Line {
  return { push: () => undefined, end: () => undefined };
}

function cutLine(socket: Socket, afterBytes: number): Line {
  let left = afterBytes;
  return {
    push(bytes) {
      if (left <= 0) return;
      const part = bytes.subarray(0, left);
      left -= part.length;
      socket.write(part, () => {
        if (left <= 0) socket.destroy();
      });
    },
    end: () => socket.end(),
  };
}

function delayedLine(socket: Socket, ms: number): Line {
  const later = (act: () => void) => void setTimeout(act, ms).unref();
  return { push: (bytes) => later(() => socket.write(bytes)), end: () => later(() => socket.end()) };
}

function slowLine(socket: Socket, bytesPerSecond: number): Line {
  const perTick = Math.max(1, Math.round((bytesPerSecond * SLOW_TICK_MS) / 1_000));
  let waiting = Buffer.alloc(0);
  let isEnded = false;
  const timer = setInterval(() => {
    if (waiting.length > 0) socket.write(waiting.subarray(0, perTick));
    waiting = waiting.subarray(perTick);
    if (isEnded && waiting.length === 0) socket.end();
  }, SLOW_TICK_MS);
  socket.once("close", () => clearInterval(timer));
  return {
    push(bytes) {
      waiting = Buffer.concat([waiting, bytes]);
    },
    end() {
      isEnded = true;
    },
  };
}

/** Follows one request to its end, and adds a header that asks to close the connection after the answer. */
function requestReader() {
  let head = Buffer.alloc(0);
  let bodyLeft: number | undefined;
  return (bytes: Buffer): { ready: Buffer; isComplete: boolean } => {
    if (bodyLeft !== undefined) {
      bodyLeft -= bytes.length;
      return { ready: bytes, isComplete: bodyLeft <= 0 };
    }
    head = Buffer.concat([head, bytes]);
    const end = head.indexOf("\r\n\r\n");
    if (end < 0) return { ready: Buffer.alloc(0), isComplete: false };
    const lines = head.subarray(0, end).toString("latin1");
    const body = head.subarray(end);
    // a fetch with a text body always states its length
    const length = Number(/^content-length: *(\d+)/im.exec(lines)?.[1] ?? 0);
    bodyLeft = length - (body.length - 4);
    const ready = Buffer.concat([Buffer.from(`${lines}\r\nconnection: close`, "latin1"), body]);
    return { ready, isComplete: bodyLeft <= 0 };
  };
}
