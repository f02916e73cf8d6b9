import { globSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { text } from "node:stream/consumers";

const IMMUTABLE = "public, max-age=31536000, immutable";
const TYPES: { [ending: string]: string } = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff": "font/woff",
  ".woff2": "font/woff2",
};

type StaticSite = {
  folder: string;
  /** Sent with every response; caching is as in `server/routes/site.ts`. */
  headers?: { [name: string]: string };
  /** Answers a POST with JSON; `undefined` becomes a 404. */
  answer?: (path: string, body: unknown) => object | undefined;
};
export type StaticServer = { url: string; close: () => void };
type ServedFile = { content: Buffer; headers: { [name: string]: string } };

/**
 * Serves one folder from memory on its own port. If a file has a `.br` copy, only that is sent. `/` is `index.html`,
 * and files under `assets/` are immutable.
 */
export async function startStaticServer({ folder, headers = {}, answer }: StaticSite): Promise<StaticServer> {
  const files = readFiles(folder, headers);
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    if (request.method === "POST") void sendAnswer(request, response, (body) => answer?.(path, body));
    else sendFile(response, files.get(path));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close };
}

function readFiles(folder: string, headers: { [name: string]: string }): Map<string, ServedFile> {
  const names = globSync("**/*.*", { cwd: folder }).map((name) => name.replaceAll("\\", "/"));
  const served = names.filter((name) => !/\.(br|gz)$/.test(name));
  return new Map(
    served.map((name) => {
      const isCompressed = names.includes(`${name}.br`);
      const content = readFileSync(join(folder, isCompressed ? `${name}.br` : name));
      const own = {
        ...headers,
        "content-type": TYPES[extname(name)] ?? "application/octet-stream",
        "content-length": String(content.length),
        "cache-control": name.startsWith("assets/") ? IMMUTABLE : "no-cache",
        ...(isCompressed && { "content-encoding": "br", vary: "accept-encoding" }),
      };
      return [name === "index.html" ? "/" : `/${name}`, { content, headers: own }];
    }),
  );
}

function sendFile(response: ServerResponse, file: ServedFile | undefined): void {
  if (file) response.writeHead(200, file.headers).end(file.content);
  else response.writeHead(404).end();
}

async function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (body: unknown) => object | undefined,
): Promise<void> {
  const reply = answer(parse(await text(request)));
  if (reply === undefined) return sendFile(response, undefined);
  response.writeHead(200, { "content-type": TYPES[".json"] }).end(JSON.stringify(reply));
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
