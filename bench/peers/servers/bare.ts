import { join } from "node:path";
import type { Peer } from "./peer.ts";

/** These servers parse each save, but store nothing and require no sign-in. */
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
