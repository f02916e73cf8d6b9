import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** What happens to a request that is sent through the proxy. */
export type FaultMode =
  | { kind: "pass" }
  /** The client's connection is reset as soon as the server is being sent the whole request; the answer is dropped. */
  | { kind: "cut-after-request" }
  /** The client's connection ends after so many bytes of the answer. */
  | { kind: "cut-mid-answer"; afterBytes: number }
  /** The answer comes so much later. */
  | { kind: "delay"; ms: number }
  /** The connection stays open and nothing comes back; the server gets the request, or does not. */
  | { kind: "black-hole"; swallows: "request" | "answer" }
  /** Both ways. */
  | { kind: "slow"; bytesPerSecond: number };

export type FaultProxy = Awaited<ReturnType<typeof startFaultProxy>>;

/** One way of a connection. */
type Line = { push(bytes: Buffer): void; end(): void };

const SLOW_TICK_MS = 20;

/**
 * A faulty network between a client and an HTTP server. Every connection carries one request, since the proxy asks the
 * server to close it after the answer. So a request's fault is the mode that was set when its first byte came, also on
 * a connection that a browser had opened in advance; and a browser, which repeats what it loses on a reused
 * connection, repeats nothing.
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
    // what goes wrong on one connection shows on the other
    socket.on("error", () => undefined).once("close", () => sockets.delete(socket));
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** For every request from now on; those under way keep theirs. */
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
  // the network does not tell the server that a client has gone away, unless it waits for the rest of the request
  client.once("close", () => {
    if (!isWhole) line.end();
  });
}

function carryAnswer(client: Socket, upstream: Socket, mode: FaultMode): void {
  const line = answerLine(client, mode);
  upstream.on("data", (bytes: Buffer) => line.push(bytes));
  upstream.once("end", () => line.end());
  // the server is not there, or was killed
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

/** Follows one request to its end, and asks in its head to close the connection after the answer. */
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
    // a browser's fetch of a text says how long it is
    const length = Number(/^content-length: *(\d+)/im.exec(lines)?.[1] ?? 0);
    bodyLeft = length - (body.length - 4);
    const ready = Buffer.concat([Buffer.from(`${lines}\r\nconnection: close`, "latin1"), body]);
    return { ready, isComplete: bodyLeft <= 0 };
  };
}
