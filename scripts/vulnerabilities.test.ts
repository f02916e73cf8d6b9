import { execFile } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import benchJson from "../bench/package.json" with { type: "json" };
import packageJson from "../package.json" with { type: "json" };
import browsersJson from "../tests/browsers/package.json" with { type: "json" };

const SCRIPT = join(import.meta.dirname, "vulnerabilities.js");
const BULK = "/-/npm/v1/security/advisories/bulk";

/** The packages and versions that the registry was asked about. */
const questions = new Map<string, unknown>();
let registry: Server | undefined;
afterEach(() => void registry?.close());

/** A registry that knows these advisories and answers only requests for advisories. */
async function registryWith(advisories: { [name: string]: object[] } | undefined): Promise<string> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part) => parts.push(part));
    request.on("end", () => {
      const isKnown = advisories && request.method === "POST" && request.url === BULK;
      if (!isKnown) return void response.writeHead(405).end();
      const body = Buffer.concat(parts);
      const asked = JSON.parse(
        String(request.headers["content-encoding"] === "gzip" ? gunzipSync(body) : body),
      );
      for (const [name, versions] of Object.entries(asked)) questions.set(name, versions);
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(advisories));
    });
  });
  registry = server;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

function run(address: string): Promise<{ status: number; stdout: string; stderr: string }> {
  const env = { ...process.env, npm_config_registry: address, npm_config_fetch_retries: "0" };
  return new Promise((resolve) => {
    execFile(process.execPath, [SCRIPT], { env }, (error, stdout, stderr) =>
      resolve({ status: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

test("a known vulnerability is reported with its package, and the run fails", async () => {
  const advisory = {
    id: 1,
    url: "https://advisories.example/1",
    title: "Lets everybody in",
    severity: "high",
    vulnerable_versions: `<=${packageJson.dependencies.fastify}`,
  };
  const { status, stdout } = await run(await registryWith({ fastify: [advisory] }));
  expect(stdout).toMatch(/^high: fastify .*: Lets everybody in \(https:\/\/advisories\.example\/1\)/m);
  expect(stdout).toMatch(/\d+ packages, [1-9]\d* with known faults\n$/);
  expect(status).toBe(1);
});

test("packages for browser tests and benchmarks are checked too", async () => {
  questions.clear();
  await run(await registryWith({}));
  expect(questions.get("fastify")).toEqual([packageJson.dependencies.fastify]);
  expect(questions.get("lighthouse")).toEqual([browsersJson.devDependencies.lighthouse]);
  expect(questions.get("autocannon")).toEqual([benchJson.devDependencies.autocannon]);
});

test("when nothing is known against any package, the output says how many were checked", async () => {
  const { status, stdout } = await run(await registryWith({}));
  expect(stdout).toMatch(/^[1-9]\d* packages, 0 with known faults\n$/);
  expect(status).toBe(0);
});

test("a registry without the vulnerability database is reported, and does not pass the check", async () => {
  const { status, stdout, stderr } = await run(await registryWith(undefined));
  expect(stderr).toMatch(
    /^No database of known faults can be reached \(.*405.*\)\. Nothing was checked\.\n$/,
  );
  expect([status, stdout]).toEqual([2, ""]);
});
