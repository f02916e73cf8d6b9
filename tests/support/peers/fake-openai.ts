import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { samplesOf } from "../../../server/takes/wav.ts";

/** The fake's answer to a correct request; an incorrect one gets a 400 that says what is wrong. */
export type FakeAnswer = {
  status?: number;
  headers?: { [name: string]: string };
  /** A string is sent as it is, anything else as JSON. */
  body?: unknown;
  /** How often the body is repeated. */
  times?: number;
  /** The fake never answers. */
  hangs?: boolean;
};

export type FakeRequest = { fields: { [name: string]: string }; seconds: number };

/** An endpoint for `audio/transcriptions` that accepts exactly what OpenAI's endpoint accepts. */
export async function fakeOpenai(key: string | undefined = "sk-test") {
  const requests: FakeRequest[] = [];
  const problems: string[] = [];
  let answer: FakeAnswer = { body: { text: "" } };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const read = await readRequest(request, key);
    if (typeof read === "string") {
      problems.push(read);
      response.writeHead(400).end(read);
      return;
    }
    requests.push(read);
    const { status = 200, headers = {}, body = "", times = 1, hangs = false } = answer;
    if (hangs) return;
    response.writeHead(status, { "content-type": "application/json", ...headers });
    const text = typeof body === "string" ? body : JSON.stringify(body);
    // the caller may stop reading
    await pipeline(Readable.from(repeated(text, times)), response).catch(() => undefined);
  }

  const server = createServer((request, response) => void serve(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    /** The correct requests. */
    requests,
    /** What was wrong with the incorrect requests. */
    problems,
    /** Sets the answer to every request from now on. */
    answerWith(next: FakeAnswer): void {
      answer = next;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

export type FakeOpenai = Awaited<ReturnType<typeof fakeOpenai>>;

function* repeated(text: string, times: number) {
  for (let sent = 0; sent < times; sent++) yield text;
}

const FIELDS = ["file", "model", "response_format", "language"];

/** The content of the request, or what is wrong with it. */
async function readRequest(request: IncomingMessage, key: string | undefined): Promise<FakeRequest | string> {
  const { method, url, headers } = request;
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  if (method !== "POST" || url !== "/v1/audio/transcriptions") return `${method} ${url}`;
  if (headers.authorization !== (key && `Bearer ${key}`)) return "authorization";
  const type = headers["content-type"] ?? "";
  if (!/^multipart\/form-data; boundary=\S+$/.test(type)) return `content-type ${type}`;
  const form = await new Response(Buffer.concat(pieces), { headers: { "content-type": type } }).formData();
  const names = [...form.keys()];
  if (new Set(names).size !== names.length || !names.every((name) => FIELDS.includes(name))) {
    return `fields ${names.join()}`;
  }
  const { file, ...fields } = Object.fromEntries(form);
  if (!(file instanceof File) || file.type !== "audio/wav" || file.name !== "take.wav") return "file";
  const samples = samplesOf(Buffer.from(await file.arrayBuffer()));
  if (!samples) return "the file is no WAV";
  if (!fields.model || fields.response_format !== "json") return "model or response_format";
  return { fields: fields as FakeRequest["fields"], seconds: samples.length / 16_000 };
}
