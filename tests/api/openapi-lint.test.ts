import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { startService } from "../support/service/service.ts";

const ROOT = join(import.meta.dirname, "../..");
const LINTER = join(ROOT, "node_modules/@redocly/cli/bin/cli.js");
/** The path that the list of exceptions uses: .redocly.lint-ignore.yaml. */
const DOCUMENT = "test-results/openapi.json";
/** The linter makes no network requests: neither usage reports nor a check for updates. */
const QUIET = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

type Report = { totals: { errors: number; warnings: number; ignored: number }; problems: Problem[] };
type Problem = { ruleId: string; message: string; location: { pointer: string }[]; ignored?: boolean };

let document: { paths: object };
beforeAll(async () => {
  const service = await startService({ env: { FIRSTHAND_METRICS_TOKEN: "the-operators-own-token" } });
  document = (await (await service.call("GET", "/openapi.json")).json()) as typeof document;
  await service.close();
});

test("an independent linter finds no problem in the document", async () => {
  // proves that the linter finds errors
  const { totals: worse } = await lint({ ...document, info: { title: "No version" } });
  expect(worse.errors).toBeGreaterThan(0);

  const { totals, problems } = await lint(document);
  const seen = problems.map(
    ({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`,
  );
  expect(seen).toEqual([]);
  expect(totals).toEqual({ errors: 0, warnings: 0, ignored: 2 });
});

test("two paths match the same address only where one has a word that cannot be a client's id", () => {
  const paths = Object.keys(document.paths);
  const pairs = paths.flatMap((path, place) =>
    paths.slice(place + 1).flatMap((other) => (isAmbiguous(path, other) ? [[path, other]] : [])),
  );
  expect(pairs.length).toBeGreaterThan(0);
  expect(pairs.filter((pair) => !pair.some((path) => path.includes("/by-external-id/")))).toEqual([]);
});

/** Whether each path has a fixed name where the other has a parameter, so that neither takes precedence. */
function isAmbiguous(path: string, other: string): boolean {
  const [segments, others] = [path.split("/"), other.split("/")];
  if (segments.length !== others.length) return false;
  const pairs = segments.map((segment, place) => [segment, others[place] ?? ""] as const);
  const isParameter = (segment: string) => segment.startsWith("{");
  if (!pairs.every(([one, two]) => one === two || isParameter(one) !== isParameter(two))) return false;
  return (
    pairs.some(([one, two]) => isParameter(one) && !isParameter(two)) &&
    pairs.some(([one, two]) => !isParameter(one) && isParameter(two))
  );
}

async function lint(document: object): Promise<Report> {
  mkdirSync(join(ROOT, "test-results"), { recursive: true });
  writeFileSync(join(ROOT, DOCUMENT), JSON.stringify(document));
  const args = [LINTER, "lint", DOCUMENT, "--format=json"];
  const options = { cwd: ROOT, env: { ...process.env, ...QUIET }, maxBuffer: 2 ** 26 };
  const { stdout } = await promisify(execFile)(process.execPath, args, options).catch(
    // the linter exits with 1 if it finds errors
    (error: { stdout: string }) => error,
  );
  const { totals, problems } = JSON.parse(stdout) as Report;
  return { totals, problems: problems.filter(({ ignored }) => !ignored) };
}
