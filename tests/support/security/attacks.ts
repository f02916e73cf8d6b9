import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { BODY_MAX_BYTES, TAKE_PART_MAX_BYTES } from "#contract/limits.ts";
import { CONSOLE } from "../data/console-caller.ts";
import { recording } from "../data/takes.ts";
import type { ServerClient } from "../service/server-process.ts";

/**
 * Attacks that keep a server from its work. Each goes on until it is ended; `end` returns the number of connections
 * made.
 */
export type Attack = (target: Target) => { end: () => Promise<number> };
export type Target = { url: string; client: ServerClient; connections: number };

const DRIP_MS = 250;
const AT_ONCE = 4;
/** The pause between strikes: the attack tries to exhaust the server with little traffic, not to outnumber it. */
const PAUSE_MS = 5;
const KIB_64 = "x".repeat(0x10000);
/** 100 MB of one letter. */
const gzipBomb = gzipSync(Buffer.alloc(100_000_000, "x"));
const take = recording(TAKE_PART_MAX_BYTES);

export const headOf = ({ token }: ServerClient, ...headers: string[]) =>
  [
    "PUT /v1/onboarding HTTP/1.1",
    "Host: x",
    `Authorization: Bearer ${token}`,
    "Content-Type: application/json",
    ...headers,
    "",
    "",
  ].join("\r\n");

export const attacks: { [name: string]: Attack } = {
  "connections that say nothing": (target) => heldOpen(target, ""),
  "headers a byte at a time": (target) =>
    heldOpen(target, "PUT /v1/onboarding HTTP/1.1\r\nHost: x\r\nX-Slow: ", "x"),
  "bodies a byte at a time": (target) =>
    heldOpen(target, `${headOf(target.client, "Content-Length: 100000")}{`, " "),
  "bodies over the limit": (target) =>
    repeated(() => poured(target, headOf(target.client, `Content-Length: ${10 * BODY_MAX_BYTES}`), KIB_64)),
  "chunks without an end": (target) =>
    repeated(() =>
      poured(target, headOf(target.client, "Transfer-Encoding: chunked"), `10000\r\n${KIB_64}\r\n`),
    ),
  "compressed bombs": ({ url, client }) =>
    repeated(() =>
      answered(`${url}/v1/onboarding`, {
        headers: { ...bearing(client), "content-type": "application/json", "content-encoding": "gzip" },
        body: gzipBomb,
      }),
    ),
  "takes without an end": ({ url, client }) =>
    repeated(() =>
      answered(`${url}/v1/onboarding/takes/${randomUUID()}/parts/0`, {
        headers: { ...bearing(client), "content-type": "audio/webm" },
        body: take,
      }),
    ),
  "guessed passwords": ({ url }) => {
    let guesses = 0;
    const guess = () => {
      // uses a different address and account for each guess, as many machines would, so that no limit is reached
      guesses++;
      const typed = { email: `guess-${guesses}@example.com`, password: "not the password" };
      return answered(`${url}/v1/manage/auth/sign-in`, {
        method: "POST",
        headers: { ...CONSOLE, "content-type": "application/json" },
        body: Buffer.from(JSON.stringify(typed)),
        localAddress: `127.0.1.${guesses % 250}`,
      });
    };
    // at most two at once: each takes the server a second, and the end waits for them
    return repeated(guess, 2);
  },
};

export const bearing = ({ token }: ServerClient) => ({ authorization: `Bearer ${token}` });

/** Holds `connections` connections open, writes to them now and then, and reopens those that the server has closed. */
function heldOpen({ url, connections }: Target, start: string, drip = ""): ReturnType<Attack> {
  const { port } = new URL(url);
  const held = new Set<Socket>();
  let opened = 0;
  const open = () => {
    opened++;
    const socket = connect(Number(port), "127.0.0.1", () => socket.write(start));
    held.add(socket);
    socket
      .on("error", () => undefined)
      .on("close", () => held.delete(socket))
      .resume();
  };
  const fill = () => {
    for (const socket of held) if (drip !== "" && socket.writable) socket.write(drip);
    while (held.size < connections) open();
  };
  fill();
  const timer = setInterval(fill, DRIP_MS);
  return {
    async end() {
      clearInterval(timer);
      await Promise.all([...held].map((socket) => once(socket.destroy(), "close")));
      return opened;
    },
  };
}

/** Repeats the strike in a few parallel loops. */
export function repeated(strike: () => Promise<unknown>, atOnce = AT_ONCE): ReturnType<Attack> {
  let isOver = false;
  let count = 0;
  const loop = async () => {
    while (!isOver) {
      count++;
      await strike();
      await setTimeout(PAUSE_MS);
    }
  };
  const loops = Array.from({ length: atOnce }, loop);
  return {
    async end() {
      isOver = true;
      await Promise.all(loops);
      return count;
    },
  };
}

/** Sends the same piece repeatedly until the server closes the connection. */
async function poured({ url }: Target, head: string, piece: string): Promise<void> {
  const { port } = new URL(url);
  const socket = connect(Number(port), "127.0.0.1");
  const closed = new Promise<true>((resolve) => socket.once("close", () => resolve(true)));
  socket.on("error", () => undefined).resume();
  socket.write(head);
  for (let sent = 0; sent < 10 * BODY_MAX_BYTES && socket.writable; sent += piece.length) {
    if (!socket.write(piece)) await Promise.race([once(socket, "drain").catch(() => undefined), closed]);
  }
  // a server that still listens after all this has a hole
  if (await Promise.race([closed, setTimeout(20_000, false)])) return;
  throw new Error("The server listened to a body without an end");
}

type Sent = {
  method?: string;
  headers: { [name: string]: string };
  body: Buffer;
  localAddress?: string;
};

/**
 * Sends one request and waits for its answer or the end of its connection, since the server does not read a refused
 * body.
 */
export function answered(address: string, { body, method = "PUT", ...options }: Sent): Promise<void> {
  return new Promise((resolve) => {
    const headers = { ...options.headers, "content-length": String(body.length) };
    const request = httpRequest(address, { method, ...options, headers, agent: false });
    request.on("response", (response) => response.resume());
    request.on("error", () => undefined).on("close", () => resolve());
    request.end(body);
  });
}
