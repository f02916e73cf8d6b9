import { hash } from "node:crypto";
import { AwsV4Signer } from "aws4fetch";
import { operatorEgressPolicy } from "../outgoing/egress-policy.ts";
import type { Lookup } from "../outgoing/guarded-lookup.ts";
import { sendRequest } from "../outgoing/send-request.ts";
import { AudioUnavailable, StorageUnavailable } from "../storage/engine/faults.ts";
import type { ByteRange } from "../storage/takes/audio.ts";
import type { Bucket } from "../storage/takes/object-audio.ts";
import { codeOf, isCompleted, type ListedObject, listPageOf, uploadIdIn } from "./answers.ts";
import { type BucketTexts, RECORDINGS_PREFIX } from "./bucket-texts.ts";

/** A bucket of any S3-compatible store, with its credentials. */
export type BucketSettings = {
  /** An origin, such as `https://s3.eu-central-1.amazonaws.com`. */
  endpoint: string;
  bucket: string;
  region: string;
  keyId: string;
  secret: string;
  /** Whether the bucket's name is in the host name; otherwise it is in the path. */
  isInHost: boolean;
  /** The prefix of these settings' names, for advice. */
  settingsPrefix: string;
};

/** A bucket for large files as well. Each method throws AudioUnavailable on failure. */
export type FileBucket = Bucket & {
  /** The objects whose keys begin with `prefix`. */
  objects(prefix: string): AsyncGenerator<ListedObject>;
  /** Uploads an object of any size in parts, completely or not at all. Each part except the last has at least 5 MiB. */
  putParts(key: string, parts: AsyncIterable<Uint8Array>): Promise<void>;
};

/** The bucket of the settings; undefined if they name none. */
export function bucketOf(
  texts: BucketTexts,
  tools: BucketTools,
  settingsPrefix: string = RECORDINGS_PREFIX,
): FileBucket | undefined {
  const { s3Endpoint: endpoint, s3Bucket: bucket, s3KeyId: keyId, s3Secret: secret } = texts;
  if (endpoint === undefined || bucket === undefined || keyId === undefined || secret === undefined)
    return undefined;
  const { s3Region: region, s3Addressing } = texts;
  const isInHost = s3Addressing === "host";
  return openBucket({ endpoint, bucket, region, keyId, secret, isInHost, settingsPrefix }, tools);
}

export type BucketTools = {
  lookup: Lookup;
  /** Epoch milliseconds; a store rejects requests whose time is far from its own. */
  clock: () => number;
  limitsMs?: TimeLimits;
  /** The most keys per page of a list, if less than the store's default. */
  keysAtOnce?: number;
};

type Request = {
  method: keyof TimeLimits;
  key?: string;
  query?: { [name: string]: string };
  headers?: { [name: string]: string };
  body?: Uint8Array;
  signal?: AbortSignal | undefined;
};

/** Milliseconds for each request, including the whole answer. */
type TimeLimits = { GET: number; PUT: number; POST: number; DELETE: number };

/**
 * A client who deletes a recording waits for DELETE, and the browser at most ten seconds. For POST, a store may take
 * minutes to assemble an object's parts.
 */
const LIMITS_MS: TimeLimits = { GET: 10_000, PUT: 60_000, POST: 300_000, DELETE: 5_000 };
/** The number of attempts for each part. */
const PART_TRIES = 3;
/** For anything that is not an object: a page of a list is at most 300 kB. */
const TEXT_MAX_BYTES = 1024 * 1024;
/** An error may be longer than the few bytes requested. */
const REFUSAL_MAX_BYTES = 16 * 1024;

export function openBucket(settings: BucketSettings, tools: BucketTools): FileBucket {
  const call = (request: Request, maxBytes = TEXT_MAX_BYTES) => send(settings, tools, { request, maxBytes });

  async function page(prefix: string, more: { [name: string]: string }) {
    const { keysAtOnce } = tools;
    const query = { "list-type": "2", prefix, ...(keysAtOnce && { "max-keys": `${keysAtOnce}` }), ...more };
    const answer = await call({ method: "GET", query });
    const listed = answer.status === 200 ? listPageOf(answer.body.toString("utf8")) : undefined;
    if (!listed) throw refusal(answer);
    return listed;
  }

  async function* objects(prefix: string) {
    let token: string | undefined;
    do {
      const listed = await page(prefix, token === undefined ? {} : { "continuation-token": token });
      // listed objects get deleted, so a store that ignores the prefix must be stopped here
      if (!listed.objects.every(({ key }) => key.startsWith(prefix)))
        throw unavailable("its list has other keys");
      if (listed.next !== undefined && listed.next === token) throw unavailable("its list does not end");
      yield* listed.objects;
      token = listed.next;
    } while (token !== undefined);
  }

  async function putPart(body: Uint8Array, part: Part, tries = PART_TRIES): Promise<string> {
    const { key, uploadId, place } = part;
    try {
      const query = { partNumber: `${place}`, uploadId };
      const answer = await call({ method: "PUT", key, query, body });
      if (answer.status !== 200 || !answer.tag) throw refusal(answer);
      return answer.tag;
    } catch (error) {
      if (tries === 1) throw error;
      return putPart(body, part, tries - 1);
    }
  }

  return {
    async put(key, body, signal) {
      const answer = await call({ method: "PUT", key, body, signal });
      if (answer.status !== 200) throw refusal(answer);
    },

    async read(key, range, signal) {
      const request: Request = { method: "GET", key, headers: { range: asHeader(range) }, signal };
      const answer = await call(request, lengthOf(range) + REFUSAL_MAX_BYTES);
      if (codeOf(answer) === "NoSuchKey") throw new StorageUnavailable("The object of a copy is gone.");
      if (answer.status !== 206 && answer.status !== 200) throw refusal(answer);
      // the store ignores ranges, or has a different object
      if (answer.body.length !== lengthOf(range)) throw unavailable("it did not answer with what was asked");
      return answer.body;
    },

    async drop(key, signal) {
      const answer = await call({ method: "DELETE", key, signal });
      if (answer.status !== 204 && answer.status !== 200 && codeOf(answer) !== "NoSuchKey")
        throw refusal(answer);
    },

    async *list(prefix) {
      for await (const { key } of objects(prefix)) yield key;
    },

    objects,

    async putParts(key, parts) {
      const begun = await call({ method: "POST", key, query: { uploads: "" } });
      const uploadId = begun.status === 200 ? uploadIdIn(begun.body.toString("utf8")) : undefined;
      if (uploadId === undefined) throw refusal(begun);
      try {
        const tags: string[] = [];
        for await (const part of parts)
          tags.push(await putPart(part, { key, uploadId, place: tags.length + 1 }));
        const body = Buffer.from(completionOf(tags));
        const answer = await call({ method: "POST", key, query: { uploadId }, body });
        if (answer.status !== 200 || !isCompleted(answer.body.toString("utf8"))) throw refusal(answer);
      } catch (error) {
        // unfinished parts cost money; if the store is unavailable, the bucket's lifecycle rules have to remove them
        await call({ method: "DELETE", key, query: { uploadId } }).catch(() => undefined);
        throw error;
      }
    },

    async problem() {
      try {
        await page("", { "max-keys": "1" });
        return undefined;
      } catch (error) {
        if (error instanceof AudioUnavailable) return `${error.message} ${adviceOn(error, settings)}`;
        throw error;
      }
    },
  };
}

type Part = { key: string; uploadId: string; place: number };
/** `tag`: the ETag of the uploaded part. */
type BucketResponse = { status: number; body: Buffer; tag: string | undefined };

function completionOf(tags: string[]): string {
  const parts = tags.map(
    (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escaped(tag)}</ETag></Part>`,
  );
  return `<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

async function send(
  settings: BucketSettings,
  { lookup, clock, limitsMs = LIMITS_MS }: BucketTools,
  { request, maxBytes }: { request: Request; maxBytes: number },
): Promise<BucketResponse> {
  const { method, body, signal } = request;
  const { url, headers } = await signed(settings, request, clock());
  const limit = AbortSignal.timeout(limitsMs[method]);
  try {
    const answer = await sendRequest(
      { url, method, headers, ...(body && { body }) },
      // an operator's own store may be in the private network
      {
        reach: operatorEgressPolicy(),
        lookup,
        signal: signal ? AbortSignal.any([limit, signal]) : limit,
        maxBytes,
      },
    );
    const answered = await answer.read();
    if (answered === undefined) throw unavailable(`its answer is longer than ${maxBytes} bytes`);
    return { status: answer.status, body: answered, tag: answer.headers.etag };
  } catch (error) {
    if (error instanceof AudioUnavailable) throw error;
    throw unavailable(causeOf(error), error);
  }
}

/** Signs the body's hash as well, so that the store accepts only this body. */
async function signed(settings: BucketSettings, request: Request, now: number) {
  const { keyId: accessKeyId, secret: secretAccessKey, region } = settings;
  const { method, headers, body = "" } = request;
  const signer = new AwsV4Signer({
    method,
    url: urlOf(settings, request).href,
    headers: { ...headers, "x-amz-content-sha256": hash("sha256", body) },
    accessKeyId,
    secretAccessKey,
    region,
    service: "s3",
    datetime: new Date(now).toISOString().replace(/[:-]|\.\d{3}/g, ""),
  });
  const { url, headers: all } = await signer.sign();
  return { url, headers: Object.fromEntries(all) };
}

function urlOf({ endpoint, bucket, isInHost }: BucketSettings, { key = "", query = {} }: Request): URL {
  const url = new URL(endpoint);
  if (isInHost) url.host = `${bucket}.${url.host}`;
  url.pathname = isInHost ? `/${key}` : `/${bucket}${key && `/${key}`}`;
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

function asHeader({ first, last }: ByteRange): string {
  return `bytes=${first}-${last}`;
}

function lengthOf({ first, last }: ByteRange): number {
  return last - first + 1;
}

function refusal({ status, body }: Pick<BucketResponse, "status" | "body">): AudioUnavailable {
  const code = codeOf({ body });
  return unavailable(code ? `it answered ${status} (${code})` : `it answered ${status}`, { status, code });
}

/** The message is logged, so it contains neither address nor key. */
function unavailable(reason: string, cause?: unknown): AudioUnavailable {
  return new AudioUnavailable(`The object storage cannot serve: ${reason}.`, { cause });
}

function causeOf(error: unknown): string {
  const { name, code } = error as NodeJS.ErrnoException;
  return typeof code === "string" ? code : name;
}

/** What an operator can do about the failure. */
function adviceOn(
  { cause }: AudioUnavailable,
  { bucket, endpoint, region, settingsPrefix: prefix }: BucketSettings,
): string {
  const { status, code } = (cause ?? {}) as { status?: number; code?: string };
  if (status === undefined) return `Check ${prefix}ENDPOINT, and that ${endpoint} runs.`;
  if (code === "NoSuchBucket" || status === 404)
    return `Create the bucket "${bucket}" there, or correct ${prefix}BUCKET.`;
  if (code === "RequestTimeTooSkewed") return "Correct this machine's clock.";
  if (status === 401 || status === 403)
    return `Correct ${prefix}KEY_ID and ${prefix}SECRET, or let that key list, read, write and delete in the bucket.`;
  if (status < 500)
    return `Check that ${prefix}REGION (${region}), ${prefix}ENDPOINT and ${prefix}ADDRESSING are those of the bucket.`;
  return "The problem is in the object storage itself. Check its status or its log.";
}
