import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { Webhook } from "standardwebhooks";
import {
  type Message,
  messageKinds,
  messageSchema,
  TEST_KIND,
} from "#contract/manage/webhooks/webhook-messages.ts";

/** A receiver's answer to a valid message; an invalid one gets a 400 that says what is wrong. */
export type ReceiverAnswer = {
  status?: number;
  headers?: { [name: string]: string };
  /** The length of the body; practically endless if larger than anything that is read. */
  bodyBytes?: number;
  /** Sends the body byte by byte with this pause. */
  everyMs?: number;
  /** The delay from the request to the answer. */
  afterMs?: number;
  /** The receiver never answers. */
  hangs?: boolean;
  /** The connection is cut before an answer. */
  cuts?: boolean;
  /** Bytes to write instead of HTTP. */
  raw?: string;
};

export type ReceivedMessage = Message & {
  id: string;
  /** The number of signatures on the message. */
  signatures: number;
  path: string;
};

/** The message exactly as it was sent; anyone who has seen it can send it again. */
export type RawMessage = { headers: { [name: string]: string }; body: string };

type Options = {
  host?: string;
  /** A chat takes posts that are not our messages; they appear in `raw` only. */
  isChat?: boolean;
  tls?: { key: string; cert: string };
};

const CHUNK_BYTES = 64 * 1024;

/** A real server that accepts a message only if `standardwebhooks` verifies it with a trusted secret. */
export async function webhookReceiver({ host = "127.0.0.1", tls, isChat = false }: Options = {}) {
  const trusted: Webhook[] = [];
  const received: ReceivedMessage[] = [];
  const raw: RawMessage[] = [];
  const problems: string[] = [];
  let answer: (nth: number) => ReceiverAnswer = () => ({ status: 204 });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    if (isChat) {
      raw.push({ headers: request.headers as RawMessage["headers"], body });
      await give(answer(raw.length), response).catch(() => undefined);
      return;
    }
    const read = readMessage(request, body, trusted);
    if (typeof read === "string") {
      problems.push(read);
      response.writeHead(400).end(read);
      return;
    }
    received.push(read);
    raw.push({ headers: request.headers as RawMessage["headers"], body });
    // the sender may stop reading
    await give(answer(received.length), response).catch(() => undefined);
  }
  const listener: RequestListener = (request, response) => void serve(request, response);
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  // counts connections, to notice a forbidden address or a sender that distrusts the certificate
  let connections = 0;
  server.on("connection", () => connections++);
  server.listen(0, host);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  return {
    port,
    url: `${tls ? "https" : "http"}://${host}:${port}/hook`,
    /** The valid messages, in the order of arrival. */
    received,
    /** The same messages exactly as they were sent. */
    raw,
    /** What was wrong with the invalid messages. */
    problems,
    connections: () => connections,
    ids: () => received.map(({ id }) => id),
    types: () => received.map(({ type }) => type),
    trust: (secret: string) => void trusted.push(new Webhook(secret)),
    distrust: () => void trusted.splice(0),
    /** Sets the answer to every message from now on; the very first message is number 1. */
    answerWith(next: ReceiverAnswer | ((nth: number) => ReceiverAnswer)): void {
      answer = typeof next === "function" ? next : () => next;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

export type WebhookReceiver = Awaited<ReturnType<typeof webhookReceiver>>;

async function give(answer: ReceiverAnswer, response: ServerResponse): Promise<void> {
  const { status = 204, headers = {}, bodyBytes = 0, everyMs, afterMs, hangs, cuts, raw } = answer;
  if (hangs) return;
  if (afterMs !== undefined) await setTimeout(afterMs);
  if (raw !== undefined) return void response.socket?.end(raw);
  if (cuts) return void response.socket?.destroy();
  response.writeHead(status, headers);
  response.flushHeaders();
  await pipeline(Readable.from(bytesOf(bodyBytes, everyMs)), response);
}

async function* bytesOf(count: number, everyMs: number | undefined) {
  for (let sent = 0; sent < count; ) {
    const bytes = everyMs === undefined ? Math.min(CHUNK_BYTES, count - sent) : 1;
    if (everyMs !== undefined) await setTimeout(everyMs);
    yield Buffer.alloc(bytes, "x");
    sent += bytes;
  }
}

/** The message, or what is wrong with the request. */
function readMessage(request: IncomingMessage, body: string, trusted: Webhook[]): ReceivedMessage | string {
  const { method, headers, url = "" } = request;
  if (method !== "POST") return `method ${method}`;
  if (headers["content-type"] !== "application/json") return `content-type ${headers["content-type"]}`;
  if (!/^Firsthand\/\d/.test(headers["user-agent"] ?? "")) return `user-agent ${headers["user-agent"]}`;
  if (!trusted.some((webhook) => isVerified(webhook, body, request))) return "signature";
  const message = messageSchema.safeParse(JSON.parse(body));
  if (!message.success) return "body";
  const { type, data } = message.data;
  if (!isOfKind(type, data)) return `data of ${type}`;
  const signatures = String(headers["webhook-signature"]).split(" ").length;
  return { ...message.data, id: String(headers["webhook-id"]), signatures, path: url };
}

function isVerified(webhook: Webhook, body: string, { headers }: IncomingMessage): boolean {
  try {
    webhook.verify(body, headers as { [name: string]: string });
    return true;
  } catch {
    return false;
  }
}

/** Whether the data has exactly the fields that the contract defines. */
function isOfKind(type: string, data: object): boolean {
  if (type === TEST_KIND) return Object.keys(data).join() === "webhookId";
  const schema = Object.entries(messageKinds).find(([kind]) => kind === type)?.[1].data;
  const parsed = schema?.safeParse(data);
  return parsed?.success === true && isDeepStrictEqual(parsed.data, data);
}
