import { join } from "node:path";
import type { Peer } from "./peer.ts";

/** They parse what is saved, store nothing and ask nobody who they are. */
export const bareServers: Peer[] = [
  bare("bare Fastify", "fastify-hello.ts"),
  bare("bare node:http", "http-hello.ts"),
];

function bare(name: string, file: string): Peer {
  return {
    name: `${name}, no storage`,
    caller: "nobody",
    health: "/",
    command: ({ folder, port }) => ({
      args: [join(import.meta.dirname, file)],
      cwd: folder,
      env: { PORT: String(port) },
    }),
    makeSavers: async (_url, count) =>
      Array.from({ length: count }, () => ({
        method: "PUT" as const,
        path: "/",
        headers: {},
        body: (record: string) => record,
      })),
  };
}
