import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Endpoint } from "#contract/api/endpoint.ts";
import { endpoints } from "#contract/api/endpoints.ts";
import { wires } from "#contract/api/wires/wires.ts";
import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { apiDocument } from "../../server/api-document/api-document.ts";
import { version } from "../../server/runtime/package.ts";

/** The path of the file with them. */
export const API_TYPES = "clients/typescript/src/api.ts";

const CLIENT = join(import.meta.dirname, "../../clients/typescript");
const GENERATOR = join(CLIENT, "node_modules/openapi-typescript/bin/cli.js");

/** The document of an installation that has every call, in the order of the contract. */
export function wholeDocument(): object {
  const names = Object.keys(endpoints) as (keyof typeof endpoints)[];
  const ofClients = names.map((name): Endpoint => ({ ...endpoints[name], ...wires[name] }));
  const routes = [...ofClients, ...Object.values<Endpoint>(manageEndpoints)].map((endpoint) => ({
    method: endpoint.method,
    url: endpoint.path,
    caller: endpoint.caller,
    isReachedFromElsewhere: false,
    endpoint,
  }));
  return apiDocument(routes, { version, interview: builtInInterview });
}

/** The types of the TypeScript client, by `openapi-typescript`: it needs TypeScript 5, so it is installed with the client alone. */
export function apiTypes(): string {
  const folder = mkdtempSync(join(tmpdir(), "firsthand-types-"));
  const [source, target] = [join(folder, "openapi.json"), join(folder, "api.ts")];
  try {
    writeFileSync(source, JSON.stringify(wholeDocument()));
    // what has a default may be left out
    const args = [GENERATOR, source, "--output", target, "--default-non-nullable=false"];
    execFileSync(process.execPath, args, { cwd: CLIENT, stdio: "pipe" });
    return readFileSync(target, "utf8");
  } finally {
    rmSync(folder, { recursive: true });
  }
}
