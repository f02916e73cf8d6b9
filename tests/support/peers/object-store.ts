import { spawn } from "node:child_process";
import { hash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import http, { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AwsV4Signer } from "aws4fetch";
import { endProcess } from "../service/end-process.ts";

/** Debian's Python, for which Swift is installed; another Python on the path does not have Swift. */
const PYTHON = "/usr/bin/python3";
const PROGRAM = join(import.meta.dirname, "object_store.py");
const KEY_ID = "firsthand:tests";
const SECRET = "s3-secret";
export const BUCKET = "recordings";

/** The fault between the server and the store, from now on. */
export type StoreFault =
  /** The store never answers. */
  | "hangs"
  /** Connections end before an answer. */
  | "away"
  /** Answers end in the middle. */
  | "cuts"
  | OtherAnswer;

type OtherAnswer = {
  /** Replaces the store's answer with this status and body. */
  status?: number;
  body?: string;
  /** The number of affected requests; without it, the fault lasts until it is removed. */
  times?: number;
  /** Changes the objects that the store returns. */
  change?: (body: Buffer) => Buffer;
  /** Changes what is sent to the store. */
  changeSent?: (body: Buffer) => Buffer;
};

export type ObjectStore = Awaited<ReturnType<typeof objectStore>>;

/**
 * A real store, OpenStack Swift, with a bucket, behind a proxy that can be made to fail. Records each request as method
 * and path.
 */
export async function objectStore() {
  const folder = mkdtempSync(join(tmpdir(), "firsthand-swift-"));
  const child = spawn(PYTHON, [PROGRAM, folder], { stdio: ["pipe", "pipe", "inherit"] });
  const [line] = (await Promise.race([
    once(child.stdout, "data"),
    once(child, "exit").then(() => Promise.reject(new Error("Swift did not start"))),
  ])) as [Buffer];
  const port = Number(String(line));
  const requests: string[] = [];
  let fault: StoreFault | undefined;
  const door = createServer((request, response) => {
    requests.push(`${request.method} ${request.url?.split("?")[0]}`);
    // the caller may have disconnected
    pass(request, response, { port, fault }).catch(() => response.destroy());
  });
  door.listen(0, "127.0.0.1");
  await once(door, "listening");
  const endpoint = `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
  const call = (method: string, path: string, body?: Buffer<ArrayBuffer>) =>
    signedFetch(`http://127.0.0.1:${port}/${path}`, method, body);
  await call("PUT", BUCKET);

  return {
    endpoint,
    settings: {
      endpoint,
      bucket: BUCKET,
      region: "us-east-1",
      keyId: KEY_ID,
      secret: SECRET,
      isInHost: false,
      settingsPrefix: "FIRSTHAND_S3_",
    },
    /** The settings of a server that stores its recordings here. */
    env: {
      FIRSTHAND_S3_ENDPOINT: endpoint,
      FIRSTHAND_S3_BUCKET: BUCKET,
      FIRSTHAND_S3_KEY_ID: KEY_ID,
      FIRSTHAND_S3_SECRET: SECRET,
    },
    /** The settings of a server that copies its backups here. */
    backupEnv: {
      FIRSTHAND_BACKUP_S3_ENDPOINT: endpoint,
      FIRSTHAND_BACKUP_S3_BUCKET: BUCKET,
      FIRSTHAND_BACKUP_S3_KEY_ID: KEY_ID,
      FIRSTHAND_BACKUP_S3_SECRET: SECRET,
    },
    requests,
    failBy(next: StoreFault | undefined): void {
      fault = next;
    },
    /** The keys in the bucket, read directly from the store. */
    async keys(): Promise<string[]> {
      const text = await (await call("GET", `${BUCKET}?list-type=2`)).text();
      return [...text.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = ""]) => key);
    },
    object: async (key: string) => Buffer.from(await (await call("GET", `${BUCKET}/${key}`)).arrayBuffer()),
    async putObject(key: string, body: Buffer<ArrayBuffer>): Promise<void> {
      await call("PUT", `${BUCKET}/${key}`, body);
    },
    async dropObject(key: string): Promise<void> {
      await call("DELETE", `${BUCKET}/${key}`);
    },
    async close(): Promise<void> {
      door.closeAllConnections();
      door.close();
      await endProcess(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Passes a request on unchanged, because its signature covers the host's name. */
async function pass(
  request: IncomingMessage,
  response: ServerResponse,
  { port, fault }: { port: number; fault: StoreFault | undefined },
): Promise<void> {
  if (fault === "hangs") return;
  if (fault === "away") return void request.socket.destroy();
  const body = await bodyOf(request);
  const other: OtherAnswer = typeof fault === "object" && fault.times !== 0 ? fault : {};
  if (other.times !== undefined) other.times--;
  if (other.status !== undefined) {
    response.writeHead(other.status, { "content-type": "application/xml" }).end(other.body);
    return;
  }
  const { method, url, headers } = request;
  const onward = http.request({ port, method, path: url, headers, agent: false });
  onward.end(other.changeSent?.(body) ?? body);
  const [answer] = (await once(onward, "response")) as [IncomingMessage];
  const got = await bodyOf(answer);
  const isObject = answer.headers["content-range"] !== undefined;
  const sent = (isObject && other.change?.(got)) || got;
  const { "transfer-encoding": _, ...kept } = answer.headers;
  response.writeHead(answer.statusCode ?? 0, { ...kept, "content-length": sent.length });
  if (fault !== "cuts" || sent.length < 2) response.end(sent);
  else response.write(sent.subarray(0, sent.length / 2), () => response.destroy());
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of message) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

async function signedFetch(url: string, method: string, body?: Buffer<ArrayBuffer>): Promise<Response> {
  const signer = new AwsV4Signer({
    url,
    method,
    headers: { "x-amz-content-sha256": hash("sha256", body ?? "") },
    accessKeyId: KEY_ID,
    secretAccessKey: SECRET,
    region: "us-east-1",
    service: "s3",
  });
  const { headers } = await signer.sign();
  const response = await fetch(url, { method, headers, ...(body && { body }) });
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`);
  return response;
}
