import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { wholeDocument } from "../../scripts/docs/api-types.ts";
import { readDocument } from "../support/data/openapi.ts";
import { projectWithClient } from "../support/service/packed-client.ts";
import { startService } from "../support/service/service.ts";

const ROOT = join(import.meta.dirname, "../..");

/** Each `@ts-expect-error` is an error of the compiler where the line below it is right. */
const PROGRAM = `
import { createFirsthand, FirsthandError, type FailureCode, type components } from "firsthand-client";

const firsthand = createFirsthand({ address: "https://onboarding.example.com", token: "fhm_x" });
const params = { path: { clientId: "cl_1" } };

export async function right(): Promise<components["schemas"]["ClientRow"][]> {
  const added = await firsthand.POST("/v1/manage/clients", { body: { name: "Rosa" } });
  const id: string = added.clientId;
  await firsthand.PATCH("/v1/manage/clients/{clientId}", { params, body: { name: "Rosa's" } });
  const csv: string = await firsthand.GET("/v1/manage/export", { params: { query: { format: "csv" } } });
  const archive: Blob = await firsthand.GET("/v1/manage/clients/{clientId}/archive", { params, parseAs: "blob" });
  const rows: components["schemas"]["ClientRow"][] = [];
  for await (const page of firsthand.pages("/v1/manage/clients")) rows.push(...page.clients);
  for await (const { mails } of firsthand.pages("/v1/manage/mails", { params: { query: { limit: 5 } } })) void mails[0]?.kind;
  const code: FailureCode = new FirsthandError(new Response(), { code: "X", message: "" }).code;
  void [id, csv, archive, code];
  return rows;
}

export async function wrong(): Promise<void> {
  // @ts-expect-error there is no such path
  await firsthand.GET("/v1/manage/client");
  // @ts-expect-error the path has no such method
  await firsthand.DELETE("/v1/manage/export");
  // @ts-expect-error a body is missing
  await firsthand.POST("/v1/manage/clients");
  // @ts-expect-error the body lacks its name
  await firsthand.POST("/v1/manage/clients", { body: { email: "rosa@bakery.example" } });
  // @ts-expect-error the body has an unknown field
  await firsthand.POST("/v1/manage/clients", { body: { name: "Rosa", e_mail: "x" } });
  // @ts-expect-error the path lacks its parameter
  await firsthand.GET("/v1/manage/clients/{clientId}");
  // @ts-expect-error the list has no such filter
  await firsthand.GET("/v1/manage/clients", { params: { query: { limt: 5 } } });
  // @ts-expect-error the answer has no such field
  (await firsthand.GET("/v1/manage/me")).nam;
  // @ts-expect-error tags come whole
  firsthand.pages("/v1/manage/tags");
  // @ts-expect-error a token is missing
  createFirsthand({ address: "https://onboarding.example.com" });
}
`;

let project: string;
beforeAll(() => {
  project = projectWithClient();
});
afterAll(() => rmSync(join(project, ".."), { recursive: true, force: true }));

/** The compiler's errors in these files, in a strict project. */
function faultsOf(files: { [name: string]: string }, compiler: string, resolution: "nodenext" | "bundler") {
  const folder = join(project, `src-${resolution}`);
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    noEmit: true,
    target: "es2022",
    lib: ["es2022", "dom", "dom.iterable"],
    module: resolution === "nodenext" ? "nodenext" : "esnext",
    moduleResolution: resolution,
    types: [],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
  try {
    execFileSync(process.execPath, [join(ROOT, compiler), "-p", folder], { encoding: "utf8" });
    return "";
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

const OURS = "node_modules/typescript/bin/tsc";
const EARLIER = "clients/typescript/node_modules/typescript/bin/tsc";

test.each([
  [OURS, "nodenext"],
  [OURS, "bundler"],
  [EARLIER, "nodenext"],
] as const)("a strict program compiles only where it is right, by %s as %s", (compiler, resolution) => {
  expect(faultsOf({ "program.ts": PROGRAM }, compiler, resolution)).toBe("");
  const worse = PROGRAM.replace('body: { name: "Rosa" }', 'body: { nam: "Rosa" }');
  expect(faultsOf({ "program.ts": worse }, compiler, resolution)).toContain("program.ts");
});

test("the examples on the client's page compile", () => {
  const page = readFileSync(join(ROOT, "clients/typescript/README.md"), "utf8");
  const [imports = "", ...examples] = [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map(
    ([, code = ""]) => code,
  );
  expect(examples).toHaveLength(4);
  const each = examples.map((code) => `await (async () => {\n${code}\n})();\n`);
  expect(faultsOf({ "program.ts": imports + each.join("") }, OURS, "nodenext")).toBe("");
});

test("the types are made from the document that an installation serves", async () => {
  const service = await startService({ env: { FIRSTHAND_METRICS_TOKEN: "the-operators-own-token" } });
  expect(await readDocument(service)).toEqual(JSON.parse(JSON.stringify(wholeDocument())));
  await service.close();
});
