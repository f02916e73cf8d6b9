import { type ChildProcess, spawn } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { ClientSignIn } from "#contract/api/calls.ts";
import { messageKinds } from "#contract/manage/webhooks/webhook-messages.ts";
import { addManager } from "../../server/managers/accounts.ts";
import { OPERATOR } from "../../server/managers/actor.ts";
import { addApiToken } from "../../server/managers/api-tokens.ts";
import { webhookEgressPolicy } from "../../server/outgoing/egress-policy.ts";
import { addWebhook } from "../../server/webhooks/manage-webhooks.ts";
import { blocksOf, textOfPage } from "../support/data/documented-commands.ts";
import type { Document } from "../support/data/openapi.ts";
import { written } from "../support/data/written.ts";
import { type RawMessage, type WebhookReceiver, webhookReceiver } from "../support/peers/webhook-receiver.ts";
import { type AddedClient, commandLine } from "../support/service/command-line.ts";
import { endProcess } from "../support/service/end-process.ts";
import { fixedPort } from "../support/service/fixed-port.ts";
import { PROGRAM, WITHOUT_RECORDING } from "../support/service/program.ts";
import { reader } from "../support/service/reader.ts";

/** Runs the recipes of docs/integrations.md with a real server that delivers webhooks to them. */

const PAGE = "docs/integrations.md";
const WORKFLOW = "examples/n8n/brief-on-submission.json";
const ANSWER = "Most of our customers walk past the shop.";
const SOON = { timeout: 20_000, interval: 50 };
const ADDRESS = "https://onboarding.example.com";

const cli = commandLine();
let shell: ReturnType<typeof reader>;
let server: Awaited<ReturnType<typeof cli.serve>>;
let rosa: AddedClient;
let token: string;
/** Verifies each message, so that the recipes are tried with valid ones. */
let receiver: WebhookReceiver;
let own: ChildProcess;
let printed = "";
let ownUrl: string;
let secret: string;
let ownSecret: string;

beforeAll(async () => {
  rosa = await cli.addClient("Rosa's Bakery");
  server = await cli.serve({ ...WITHOUT_RECORDING, FIRSTHAND_WEBHOOKS_PRIVATE: "127.0.0.1" });
  receiver = await webhookReceiver();
  const port = await fixedPort();
  ownUrl = `http://127.0.0.1:${port}/`;
  const { storage } = await cli.open();
  const actor = { actor: OPERATOR, at: Date.now() };
  const account = { name: "Ada", email: "ada@example.com", role: "administrator" } as const;
  const added = await addManager(storage, account, actor);
  const scopes = ["clients:read", "answers:read"] as const;
  const by = { actor: added?.managerId ?? "", at: Date.now() };
  const made = await addApiToken(storage, { name: "Recipes", days: 30, scopes }, by);
  token = made?.token ?? "";
  const acting = { storage, reach: webhookEgressPolicy("all"), actor };
  const kinds = ["record.saved", "record.submitted"] as const;
  ({ secret } = await addWebhook(acting, { address: receiver.url, kinds: [...kinds] }));
  receiver.trust(secret);
  ({ secret: ownSecret } = await addWebhook(acting, { address: ownUrl, kinds: [...kinds] }));
  await storage.close();
  shell = reader(cli.folder, {});
  own = await startOwnReceiver(port);
  await submit();
}, 60_000);
afterAll(async () => {
  await endProcess(own);
  await server.stop();
  await receiver.close();
  cli.remove();
});

/** Starts the receiver that the page shows, and waits until it listens. */
async function startOwnReceiver(port: number): Promise<ChildProcess> {
  const code = blocksOf(PAGE, "js").find((block) => block.includes("createServer"));
  writeFileSync(join(shell.work, "receiver.mjs"), code ?? "");
  symlinkSync(join(import.meta.dirname, "../../node_modules"), join(shell.work, "node_modules"));
  const env = { ADDRESS: server.url, TOKEN: token, SECRET: ownSecret, PORT: String(port) };
  const child = spawn(process.execPath, ["receiver.mjs"], { cwd: shell.work, env });
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (printed += part));
  await vi.waitFor(() => fetch(ownUrl), SOON);
  return child;
}

async function submit(): Promise<void> {
  const call = (method: string, path: string, body: object, bearer = "") =>
    fetch(server.url + path, {
      method,
      headers: { "content-type": "application/json", authorization: `Bearer ${bearer}` },
      body: JSON.stringify(body),
    });
  const exchanged = await call("POST", "/v1/auth/exchange", { key: rosa.accessKey });
  const { data } = (await exchanged.json()) as { data: ClientSignIn };
  const body = { data: written(ANSWER), submit: true };
  expect((await call("PUT", "/v1/onboarding", body, data.accessToken)).status).toBe(200);
}

/** The message about the submission, exactly as received. */
const submission = (): Promise<RawMessage> =>
  vi.waitFor(() => {
    const place = receiver.types().indexOf("record.submitted");
    const message = receiver.raw[place];
    if (!message) throw new Error(receiver.problems.join());
    return message;
  }, SOON);

describe("the receiver on the page", () => {
  const post = (id: string, message: object) => {
    const body = JSON.stringify(message);
    const now = new Date();
    const timestamp = String(Math.floor(now.getTime() / 1_000));
    const signature = new Webhook(ownSecret).sign(id, now, body);
    const headers = { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature };
    return fetch(ownUrl, { method: "POST", headers, body });
  };
  const briefs = () => printed.split("# Rosa's Bakery").length - 1;

  test("fetches the brief of a submitted client, once for each message", async () => {
    await vi.waitFor(() => expect(printed).toContain(ANSWER), SOON);
    expect(briefs()).toBe(1);
    const message = { type: "record.submitted", data: { clientId: rosa.clientId } };
    for (const id of ["msg_again", "msg_again", "msg_next"])
      expect((await post(id, message)).status).toBe(204);
    await vi.waitFor(() => expect(briefs()).toBeGreaterThan(2), SOON);
    expect((await post("msg_last", { ...message, type: "record.saved" })).status).toBe(204);
    expect(briefs()).toBe(3);
  });

  test("refuses a message without a valid signature", async () => {
    const { headers, body } = await submission();
    const forged = await fetch(ownUrl, { method: "POST", headers: signatureOf(headers), body });
    expect(forged.status).toBe(401);
  });
});

describe("the code step for Zapier", () => {
  const run = (given: object) => {
    const code = blocksOf(PAGE, "js").find((block) => block.includes("inputData"));
    return load(`async (inputData) => {\n${code}\n}`)(given) as Promise<object>;
  };
  const inputOf = ({ headers, body }: RawMessage) => ({
    id: headers["webhook-id"],
    timestamp: headers["webhook-timestamp"],
    signature: headers["webhook-signature"],
    body,
    secret,
  });

  test("returns a valid message, and stops the Zap at any other", async () => {
    const input = inputOf(await submission());
    expect(await run(input)).toMatchObject({ type: "record.submitted", data: { clientId: rosa.clientId } });
    for (const [wrong, problem] of Object.entries(wrongIn(input)))
      await expect(run({ ...input, ...problem }), wrong).rejects.toThrow("not from Firsthand");
  });
});

describe("the workflow for n8n", () => {
  type Node = { name: string; type: string; parameters: { [name: string]: unknown }; credentials?: object };
  type Workflow = { nodes: Node[]; connections: { [from: string]: { main: { node: string }[][] } } };
  const text = textOfPage(WORKFLOW);
  const { nodes, connections } = JSON.parse(text) as Workflow;
  const names = nodes.filter(({ type }) => !type.endsWith(".stickyNote")).map(({ name }) => name);

  test("has the nodes that the page names, and reaches each", () => {
    const [, section = ""] = textOfPage(PAGE).split("### n8n\n");
    const [recipe = ""] = section.split("\n##");
    const named = [...recipe.matchAll(/\*\*([^*]+)\*\*/g)].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(2);
    expect(named.filter((name) => !names.includes(name ?? ""))).toEqual([]);
    const reached = Object.values(connections).flatMap(({ main }) => main.flat().map(({ node }) => node));
    expect([names[0], ...new Set(reached)].toSorted()).toEqual(names.toSorted());
    expect(Object.keys(connections).filter((name) => !names.includes(name))).toEqual([]);
  });

  test("calls what the API offers, and waits for existing kinds of messages", async () => {
    const { paths } = (await (await fetch(`${server.url}/openapi.json`)).json()) as Document;
    const shapes = new Set(Object.keys(paths).map((path) => path.replaceAll(/\{\w+\}/g, "{}")));
    const calls = [...text.matchAll(new RegExp(`${ADDRESS}(/[^"?]+)`, "g"))].map(([, path = ""]) => path);
    expect(calls).toHaveLength(1);
    expect(calls.filter((path) => !shapes.has(path.replaceAll(/\{\{.+?\}\}/g, "{}")))).toEqual([]);
    const kinds = [...text.matchAll(/"rightValue": "([^"]+)"/g)].map(([, kind]) => kind);
    expect(kinds).toHaveLength(1);
    expect(kinds.filter((kind) => !Object.keys(messageKinds).includes(kind ?? ""))).toEqual([]);
  });

  test("holds no secret", () => {
    expect(nodes.filter(({ credentials }) => credentials)).toEqual([]);
    expect(text.match(/whsec_[\w+=]{8}|fh[a-z]?_\w{8}|Bearer (?!Auth)\w+/g)).toBeNull();
  });

  test("accepts only a valid message, and none before its secret is set", async () => {
    const { jsCode } = nodes.find(({ name }) => name === "Check the signature")?.parameters ?? {};
    const run = async (given: { [name: string]: unknown }) => {
      const code = String(jsCode).replace('"whsec_"', JSON.stringify(given.secret));
      const asFunction = load(`async function ($input) {\n${code}\n}`);
      const headers = {
        "webhook-id": given.id,
        "webhook-timestamp": given.timestamp,
        "webhook-signature": given.signature,
      };
      const helpers = { getBinaryDataBuffer: async () => Buffer.from(String(given.body)) };
      const input = { first: () => ({ json: { headers } }) };
      const [item] = (await asFunction.call({ helpers }, input)) as [{ json: { isVerified: boolean } }];
      return item.json;
    };
    const { headers, body } = await submission();
    const [id, timestamp] = [headers["webhook-id"], headers["webhook-timestamp"]];
    const right = { id, timestamp, signature: headers["webhook-signature"], body, secret };
    expect(await run(right)).toEqual({ isVerified: true, id, message: JSON.parse(body) });
    for (const [wrong, problem] of Object.entries(wrongIn(right)))
      expect(await run({ ...right, ...problem }), wrong).toMatchObject({ isVerified: false, message: null });
    await expect(run({ ...right, secret: "whsec_" })).rejects.toThrow("first line");
  });
});

test("a program that speaks the Model Context Protocol starts as the page says, and has the tools of its table", async () => {
  const [block = ""] = blocksOf(PAGE, "json");
  const { mcpServers } = JSON.parse(block) as {
    mcpServers: { firsthand: { command: string; args: string[]; env: { [name: string]: string } } };
  };
  const { command, args, env } = mcpServers.firsthand;
  expect(env).toEqual({ FIRSTHAND_URL: ADDRESS, FIRSTHAND_TOKEN: "…" });
  const client = new Client({ name: "test", version: "1.0.0" });
  // a release's program runs this file with its own Node.js
  expect(command).toMatch(/\/firsthand$/);
  const real = { FIRSTHAND_URL: server.url, FIRSTHAND_TOKEN: token };
  const program = { command: process.execPath, args: [PROGRAM, ...args], env: real };
  await client.connect(new StdioClientTransport(program));
  const { tools } = await client.listTools();
  const [, table = ""] = textOfPage(PAGE).split("| Tool | Gives |");
  const named = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  expect(tools.map(({ name }) => name).toSorted()).toEqual(named.toSorted());
  await client.close();
});

type Signed = { id: string | undefined; timestamp: string | undefined; body: string };

/** Invalid versions of a valid message, each with a single change. */
function wrongIn({ id = "", body, timestamp }: Signed) {
  const old = new Date(Date.now() - 10 * 60_000);
  const signedThen = new Webhook(secret).sign(id, old, body);
  return {
    "an old message": { timestamp: String(Math.floor(old.getTime() / 1_000)), signature: signedThen },
    "another body": { body: body.replace("Rosa", "Mallory") },
    "another id": { id: "msg_other" },
    "another secret": { secret: `whsec_${Buffer.alloc(32, 1).toString("base64")}` },
    "another time": { timestamp: String(Number(timestamp) - 1) },
    "no signature": { signature: undefined },
  };
}

function signatureOf(headers: RawMessage["headers"]): { [name: string]: string } {
  const kept = ["webhook-id", "webhook-timestamp", "webhook-signature"];
  return Object.fromEntries(kept.map((name) => [name, headers[name] ?? ""]));
}

/** Loads code as those services run it: inside a function that may call `require`. */
function load(code: string): (this: unknown, given: object) => Promise<unknown> {
  const file = join(shell.work, `step-${Date.now()}-${Math.random()}.cjs`);
  writeFileSync(file, `module.exports = ${code};`);
  return createRequire(file)(file);
}
