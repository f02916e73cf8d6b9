import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import type { APIRequestContext } from "@playwright/test";
import type { ClientSignIn } from "#contract/api/calls.ts";
import type { PasswordLink } from "#contract/manage/accounts.ts";
import type { IssuedAccessKey } from "#contract/manage/clients.ts";
import type { Business } from "./businesses.ts";

/** The address of a started server, and the link that opens its console for the first time. */
export type ServerLinks = { url: string; link: string };

/** Runs a server on an empty folder while `take` takes pictures. */
export async function withServer(
  settings: { [name: string]: string },
  take: (announced: ServerLinks) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "firsthand-pictures-"));
  const server = spawn(process.execPath, ["server/cli/firsthand.ts", "serve"], {
    env: { ...process.env, FIRSTHAND_DATA: folder, PORT: "0", ...settings },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    await take(await readAnnouncement(server.stdout));
  } finally {
    server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function readAnnouncement(output: Readable): Promise<ServerLinks> {
  let url = "";
  for await (const line of createInterface({ input: output })) {
    url = /^Firsthand is ready: (\S+)$/.exec(line)?.[1] ?? url;
    const link = /^Console: (\S+)$/.exec(line)?.[1];
    if (link === undefined) continue;
    output.resume();
    return { url, link };
  }
  throw new Error("The server ended without a link to its console");
}

/** The password of every account in the pictures. */
export const PASSWORD = "a few words in a row";

const CONSOLE = { "x-firsthand-console": "1" };

/** Adds an account manager as the signed-in administrator; returns the link to set a password. */
export async function addManager(administrator: APIRequestContext, link: string): Promise<string> {
  const added = await administrator.post(`${new URL(link).origin}/v1/manage/managers`, {
    headers: CONSOLE,
    data: { name: "Mia Lopes", email: "mia@northside.example", role: "manager", password: PASSWORD },
  });
  const { data } = (await added.json()) as { data: PasswordLink };
  // if the server chose its own port, its public address lacks that port
  return new URL(new URL(data.link ?? "").hash, link).href;
}

/** Adds a client with the console's calls, as the signed-in manager, and answers with the client's own calls. */
export async function addBusiness(
  manager: APIRequestContext,
  url: string,
  { name, email, answers, submits = false }: Business,
): Promise<IssuedAccessKey> {
  const added = await manager.post(`${url}/v1/manage/clients`, {
    headers: CONSOLE,
    data: { name, email },
  });
  const { data: issued } = (await added.json()) as { data: IssuedAccessKey };
  if (answers === undefined) return issued;
  const exchanged = await manager.post(`${url}/v1/auth/exchange`, { data: { key: issued.accessKey } });
  const { data: signedIn } = (await exchanged.json()) as { data: ClientSignIn };
  const saved = await manager.put(`${url}/v1/onboarding`, {
    headers: { authorization: `Bearer ${signedIn.accessToken}` },
    data: { data: answers, submit: submits },
  });
  if (!saved.ok()) throw new Error(`The answers of ${name} were refused: ${await saved.text()}`);
  return issued;
}
