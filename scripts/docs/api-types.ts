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

/** The path of the file with the generated types. */
export const API_TYPES = "clients/typescript/src/api.ts";

const CLIENT = join(import.meta.dirname, "../../clients/typescript");
const GENERATOR = join(CLIENT, "node_modules/openapi-typescript/bin/cli.js");

/** The API document of an installation with every call, in the order of the contract. */
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

/**
 * Generates the types of the TypeScript client with `openapi-typescript`, which needs TypeScript 5 and is therefore
 * installed only with the client.
 */
export function apiTypes(): string {
  const folder = mkdtempSync(join(tmpdir(), "firsthand-types-"));
  const [source, target] = [join(folder, "openapi.json"), join(folder, "api.ts")];
  try {
    writeFileSync(source, JSON.stringify(wholeDocument()));
    // parameters with a default are optional
    const args = [GENERATOR, source, "--output", target, "--default-non-nullable=false"];
    execFileSync(process.execPath, args, { cwd: CLIENT, stdio: "pipe" });
    return readFileSync(target, "utf8");
  } finally {
    rmSync(folder, { recursive: true });
  }
}
