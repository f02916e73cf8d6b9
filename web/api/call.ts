import * as z from "zod/mini";
import { failureSchema } from "#contract/calls.ts";
import type { Endpoint } from "#contract/endpoints.ts";
import { REQUEST_TIMEOUT_MS } from "#contract/limits.ts";
import { errorSentence } from "../translate.ts";
import { failed, type Result } from "./result.ts";

export type Call<Data> = {
  endpoint: Endpoint;
  schema: z.ZodMiniType<Data>;
  body?: unknown;
  query?: string;
  token?: string;
  headers?: { [name: string]: string };
  /** Lets the call outlive the page, where the browser takes a body of its size. */
  keepalive?: boolean;
  /** Whether a 4xx is told in the server's own words; only the key exchange is (product §3). */
  usesServerMessage?: boolean;
};

/** Browsers refuse more than 64 KiB of bodies that outlive their page, all requests together. */
const KEEPALIVE_MAX_BYTES = 60_000;

/** The only fetch of the app. Every failure becomes a value of the error catalogue (spec §8). */
export async function call<Data>(request: Call<Data>): Promise<Result<Data>> {
  const controller = new AbortController();
  // not AbortSignal.timeout: the limit covers the body too, and a test's clock can move it
  const timer = setTimeout(() => controller.abort(), REQUEST_TIMEOUT_MS);
  try {
    const response = await fetch(addressOf(request), { ...requestOf(request), signal: controller.signal });
    return response.ok ? await readSuccess(request, response) : await readFailure(request, response);
  } catch (error) {
    return networkFailure(error, controller.signal.aborted);
  } finally {
    clearTimeout(timer);
  }
}

function addressOf({ endpoint, query }: Call<unknown>): string {
  return query === undefined ? endpoint.path : `${endpoint.path}?${query}`;
}

function requestOf({ endpoint, body, token, headers, keepalive = false }: Call<unknown>): RequestInit {
  const text = body === undefined ? undefined : JSON.stringify(body);
  return {
    method: endpoint.method,
    headers: {
      accept: "application/json",
      ...(text !== undefined && { "content-type": "application/json" }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(text !== undefined && { body: text }),
    keepalive: keepalive && new Blob([text ?? ""]).size <= KEEPALIVE_MAX_BYTES,
    credentials: "omit",
  };
}

async function readSuccess<Data>({ schema }: Call<Data>, response: Response): Promise<Result<Data>> {
  if (!isJson(response)) return fromCatalogue("INVALID_CONTENT_TYPE", response.status);
  const body = parse(await response.text());
  const parsed = z.safeParse(schema, unwrap(body));
  if (!parsed.success) return fromCatalogue("PARSE_ERROR", response.status);
  const etag = response.headers.get("etag");
  return { ok: true, data: parsed.data, ...(etag !== null && { etag }) };
}

/** spec §7: the data field if present, otherwise the whole body. */
function unwrap(body: unknown): unknown {
  return isObject(body) && "data" in body ? body.data : body;
}

async function readFailure<Data>(request: Call<Data>, response: Response): Promise<Result<Data>> {
  const { status } = response;
  const code = codeOf(status);
  const usesTheirs = code === undefined || (request.usesServerMessage && status < 500);
  // the body of a failure that speaks for itself is not waited for
  if (!usesTheirs) return fromCatalogue(code, status);
  const theirs = await readServerError(response);
  if (request.usesServerMessage) return failed(theirs?.code ?? "HTTP_ERROR", theirs?.message ?? "", status);
  if (!theirs) return fromCatalogue("HTTP_ERROR", status);
  return failed(theirs.code, errorSentence(theirs.code) ?? theirs.message, status);
}

/** The causes of spec §8 that the status alone tells. */
function codeOf(status: number): string | undefined {
  if (status >= 500) return "SERVER_ERROR";
  return { 401: "UNAUTHORIZED", 403: "FORBIDDEN", 404: "NOT_FOUND" }[status];
}

async function readServerError(response: Response) {
  const parsed = z.safeParse(failureSchema, isJson(response) ? parse(await response.text()) : undefined);
  return parsed.success ? parsed.data : undefined;
}

function networkFailure(error: unknown, isTimedOut: boolean) {
  if (isTimedOut) return fromCatalogue("TIMEOUT");
  if (error instanceof TypeError) return fromCatalogue("CONNECTION_ERROR");
  const message = error instanceof Error ? error.message : "";
  return message === "" ? fromCatalogue("NETWORK_ERROR") : failed("NETWORK_ERROR", message);
}

function fromCatalogue(code: string, status?: number) {
  return failed(code, errorSentence(code, { status: status ?? 0 }) ?? code, status);
}

function isJson(response: Response): boolean {
  return /^application\/(?:[\w.+-]+\+)?json\b/i.test(response.headers.get("content-type") ?? "");
}

/** Undefined where the text is no JSON; no schema accepts that. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
