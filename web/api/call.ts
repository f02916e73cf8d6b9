import * as z from "zod/mini";
import type { EndpointFacts, RequestOf, TypedFacts, Wire } from "#contract/api/endpoint.ts";
import { REQUEST_TIMEOUT_MS } from "#contract/limits.ts";
import { errorSentence } from "../translate.ts";
import { currentLanguage } from "../ui/language/spoken-language.ts";
import { failedResult, type Result } from "./result.ts";

type RequestInput = {
  /** The values for `:name` in the endpoint's path. */
  params?: { [name: string]: string | number } | undefined;
  query?: { [name: string]: string | undefined } | undefined;
  /** A blob is sent as it is, everything else as JSON. */
  body?: unknown;
};
type Options = {
  token?: string;
  headers?: { [name: string]: string };
  /** Lets the call outlive the page, if the browser accepts a body of that size. */
  keepalive?: boolean;
  /** Whether a 4xx is shown in the server's own words. Only calls about keys and passkeys do so. */
  usesServerMessage?: boolean;
  timeoutMs?: number;
  /** Whether the browser's cookie is sent. Only sign-in calls do so, because a sign-in link needs the cookie. */
  withCookie?: boolean;
};
type CallRequest = RequestInput & Options & { endpoint: EndpointFacts };

type Schema<Data> = z.ZodMiniType<Data>;
type AnswerOptions<Data> = {
  /**
   * What this app needs from the answer, which is less than the server promises: an older or newer server may leave out
   * the rest. A promise may resolve after the request is sent.
   */
  schema: Schema<Data> | Promise<Schema<Data>>;
};
/** What a call of this endpoint takes. */
type CallOptions<W extends Wire> = RequestOf<W> & Options;

/** Browsers accept at most 64 KiB of bodies that outlive their page, all requests together. */
const KEEPALIVE_MAX_BYTES = 60_000;

/** Calls the server and reads JSON. Every failure becomes a value of the error catalog (spec §8). */
export function call<W extends Wire, Data>(
  endpoint: TypedFacts<W>,
  options: CallOptions<W> & AnswerOptions<Data>,
): Promise<Result<Data>>;
export function call<Data>(
  endpoint: EndpointFacts,
  options: RequestInput & Options & AnswerOptions<Data>,
): Promise<Result<Data>> {
  return send({ ...options, endpoint }, (response) => readSuccess(options.schema, response));
}

/** Calls the server and reads a file. */
export function callForBlob<W extends Wire>(
  endpoint: TypedFacts<W>,
  options: CallOptions<W>,
): Promise<Result<Blob>>;
export function callForBlob(endpoint: EndpointFacts, options: RequestInput & Options): Promise<Result<Blob>> {
  return send({ ...options, endpoint }, async (response) => ({ ok: true, data: await response.blob() }));
}

/** The only fetch of the app. */
async function send<Data>(
  request: CallRequest,
  read: (response: Response) => Promise<Result<Data>>,
): Promise<Result<Data>> {
  const controller = new AbortController();
  // not AbortSignal.timeout: the limit covers the body too, and a test's clock can move it
  const timer = setTimeout(() => controller.abort(), request.timeoutMs ?? REQUEST_TIMEOUT_MS);
  try {
    const response = await fetch(addressOf(request), { ...requestOf(request), signal: controller.signal });
    return response.ok ? await read(response) : await readFailure(request, response);
  } catch (error) {
    return networkFailure(error, controller.signal.aborted);
  } finally {
    clearTimeout(timer);
  }
}

function addressOf({ endpoint, params = {}, query = {} }: CallRequest): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ""));
  const asked = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  return asked.size === 0 ? path : `${path}?${asked}`;
}

function requestOf(request: CallRequest): RequestInit {
  const { endpoint, body, token, headers, keepalive = false, withCookie = false } = request;
  const content = body === undefined || body instanceof Blob ? body : JSON.stringify(body);
  const type = content instanceof Blob ? content.type : "application/json";
  return {
    method: endpoint.method,
    headers: {
      accept: "application/json",
      "accept-language": currentLanguage(),
      ...(content !== undefined && { "content-type": type }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(content !== undefined && { body: content }),
    keepalive: keepalive && new Blob([content ?? ""]).size <= KEEPALIVE_MAX_BYTES,
    credentials: withCookie ? "same-origin" : "omit",
  };
}

async function readSuccess<Data>(
  schema: AnswerOptions<Data>["schema"],
  response: Response,
): Promise<Result<Data>> {
  if (!isJson(response)) return fromCatalog("INVALID_CONTENT_TYPE", response.status);
  const body = parse(await response.text());
  const parsed = z.safeParse(await schema, unwrap(body));
  if (!parsed.success) return fromCatalog("PARSE_ERROR", response.status);
  return { ok: true, data: parsed.data, headers: response.headers };
}

/** spec §7: the data field if present, otherwise the whole body. */
function unwrap(body: unknown): unknown {
  return isObject(body) && "data" in body ? body.data : body;
}

async function readFailure<Data>(request: CallRequest, response: Response): Promise<Result<Data>> {
  const { status } = response;
  const code = codeOf(status);
  const usesTheirs = code === undefined || (request.usesServerMessage && status < 500);
  // if the status says enough, do not wait for the body
  if (!usesTheirs) return fromCatalog(code, status);
  const theirs = await readServerError(response);
  if (request.usesServerMessage)
    return failedResult(theirs?.code || "HTTP_ERROR", theirs?.message ?? "", status);
  if (!theirs) return fromCatalog("HTTP_ERROR", status);
  if (!theirs.code) return failedResult("HTTP_ERROR", theirs.message, status);
  return failedResult(theirs.code, errorSentence(theirs.code) ?? theirs.message, status);
}

/** The codes of spec §8 that follow from the status alone. */
function codeOf(status: number): string | undefined {
  if (status >= 500) return "SERVER_ERROR";
  return { 401: "UNAUTHORIZED", 403: "FORBIDDEN", 404: "NOT_FOUND" }[status];
}

/** spec §8: the server's message, with a code if there is one. Another backend may send only a message. */
const anyFailureSchema = z.object({ code: z.optional(z.string()), message: z.string() });

async function readServerError(response: Response) {
  const parsed = z.safeParse(anyFailureSchema, isJson(response) ? parse(await response.text()) : undefined);
  return parsed.success ? parsed.data : undefined;
}

function networkFailure(error: unknown, isTimedOut: boolean) {
  if (isTimedOut) return fromCatalog("TIMEOUT");
  if (error instanceof TypeError) return fromCatalog("CONNECTION_ERROR");
  const message = error instanceof Error ? error.message : "";
  return message === "" ? fromCatalog("NETWORK_ERROR") : failedResult("NETWORK_ERROR", message);
}

function fromCatalog(code: string, status?: number) {
  return failedResult(code, errorSentence(code, { status: status ?? 0 }) ?? code, status);
}

function isJson(response: Response): boolean {
  return /^application\/(?:[\w.+-]+\+)?json\b/i.test(response.headers.get("content-type") ?? "");
}

/** Undefined if the text is not JSON; no schema accepts that. */
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
