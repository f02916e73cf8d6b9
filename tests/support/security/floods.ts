import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { BODY_MAX_BYTES } from "#contract/limits.ts";
import { healthyClients } from "../faults/healthy-clients.ts";
import type { ServerClient } from "../service/server-process.ts";
import { answered, bearing, headOf, repeated, type Target } from "./attacks.ts";

/**
 * Attacks that hold a server's memory and connections, or outnumber its honest clients. Like `attacks`, with their own
 * clients.
 */
export type Flood = (target: Target & { flooding: ServerClient[] }) => { end: () => Promise<number> };

const EVERY_MS = 250;
const get = (path: string, more = "") => `GET ${path} HTTP/1.1\r\nHost: firsthand\r\n${more}\r\n`;
const CLOSE = "Connection: close\r\n";
const deep = Buffer.alloc(BODY_MAX_BYTES - 100, "[");

export const floods: { [name: string]: Flood } = {
  "requests sent ahead, and no answer read": ({ url }) =>
    neverClosed(url, { atOnce: 1, start: () => get("/openapi.json").repeat(1_400) }),
  "answers that nobody reads": ({ url, flooding, connections }) =>
    neverClosed(url, {
      atOnce: Math.ceil(connections / 40),
      start: (place) => {
        const client = flooding[place % flooding.length] as ServerClient;
        return get("/openapi.json").repeat(7) + get("/v1/onboarding", bearerLine(client) + CLOSE);
      },
    }),
  "bodies that drip, on connections that never close": ({ url, client, connections }) =>
    neverClosed(url, {
      atOnce: Math.ceil(connections / 40),
      start: () => `${headOf(client, "Content-Length: 50000")}{`,
      drip: " ",
    }),
  "deep JSON": ({ url, client }) => {
    const send = (method: string, path: string, more = {}) =>
      answered(url + path, { method, headers: { "content-type": "application/json", ...more }, body: deep });
    return repeated(() =>
      Promise.all([
        send("POST", "/no/such/path"),
        send("POST", "/v1/auth/logout"),
        send("PUT", "/v1/onboarding", bearing(client)),
      ]),
    );
  },
  "20 clients without a pause": ({ url, flooding }) => {
    const clients = healthyClients(url, flooding);
    const over = Promise.withResolvers<void>();
    const work = clients.workDuring(over.promise);
    return {
      async end() {
        over.resolve();
        await work;
        clients.close();
        return flooding.length;
      },
    };
  },
};

const bearerLine = ({ token }: ServerClient) => `Authorization: Bearer ${token}\r\n`;

type Opening = { atOnce: number; start: (place: number) => string; drip?: string };

/** Opens `atOnce` new connections at a time that read nothing and never close their own half. */
function neverClosed(url: string, { atOnce, start, drip }: Opening): ReturnType<Flood> {
  const { port } = new URL(url);
  const held = new Set<Socket>();
  let opened = 0;
  const open = () => {
    const socket = connect({ port: Number(port), host: "127.0.0.1", allowHalfOpen: true });
    socket.write(start(opened++));
    held.add(socket.pause());
    socket.on("error", () => undefined).on("close", () => held.delete(socket));
  };
  const timer = setInterval(() => {
    if (drip) for (const socket of held) if (socket.writable) socket.write(drip);
    for (let count = 0; count < atOnce; count++) open();
  }, EVERY_MS);
  return {
    async end() {
      clearInterval(timer);
      await Promise.all([...held].map((socket) => once(socket.destroy(), "close")));
      return opened;
    },
  };
}
