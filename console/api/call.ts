import * as z from "zod/mini";
import type { Endpoint, EndpointFacts, RequestOf } from "#contract/api/endpoint.ts";
import { failureSchema } from "#contract/api/failure.ts";
import { ownTimeZoneHeaders } from "#contract/time-zone.ts";
import { currentLanguage } from "../../web/ui/language/spoken-language.ts";
import { t } from "../translate.ts";
import { CallFailure } from "./call-failure.ts";
import { answerAt, keepAnswer } from "./tagged-answers.ts";
import { forgetCall, keyOfCall } from "./unanswered-calls.ts";

/** Forms of other sites cannot send this header, which prevents CSRF (decision 16). */
const CONSOLE_HEADER = { "x-firsthand-console": "1" };
const TIMEOUT_MS = 20_000;

/** Values for the `:name` placeholders in the endpoint's path. */
type Params = { [name: string]: string | number };
type Query = { [name: string]: string | number | undefined };
type AnyCallOptions = {
  params?: Params | undefined;
  query?: Query | undefined;
  body?: unknown;
  timeoutMs?: number;
  /** Aborts the call before its timeout. */
  signal?: AbortSignal;
  /** Sends an idempotency key, so that a retry after a lost answer is not executed twice. */
  isOnce?: boolean;
  /** Keeps the request running while the page closes (`keepalive`). */
  outlivesPage?: boolean;
  /** Sends the browser's time zone, by which the server times the digest email. */
  tellsTimeZone?: boolean;
};

type CallOptions<E> = RequestOf<E> &
  Pick<AnyCallOptions, "timeoutMs" | "isOnce" | "outlivesPage" | "tellsTimeZone">;
/** The options are optional for endpoints without parameters and body. */
type Arguments<E> =
  Record<never, never> extends RequestOf<E> ? [options?: CallOptions<E>] : [options: CallOptions<E>];

/**
 * Calls an endpoint that answers with JSON. The endpoint determines the types of the options and the data. Rejects with
 * CallFailure.
 */
export function call<const E extends Endpoint, Data>(
  endpoint: E & { data: z.ZodMiniType<Data> },
  ...options: Arguments<E>
): Promise<Data>;
export async function call<Data>(
  endpoint: Endpoint & { data: z.ZodMiniType<Data> },
  options: AnyCallOptions = {},
): Promise<Data> {
  const address = addressIn(endpoint.path, options.params, options.query);
  const known = endpoint.isTagged ? answerAt(address) : undefined;
  const response = await send(endpoint, options, known?.tag);
  // an earlier call to the same endpoint stored this data
  if (known && response.status === 304) return known.data as Data;
  const parsed = z.safeParse(z.object({ data: endpoint.data }), await jsonOf(response));
  if (!parsed.success)
    throw new CallFailure("UNREADABLE", t("failure.unreadable"), { status: response.status });
  const { data } = parsed.data;
  const tag = response.headers.get("etag");
  if (endpoint.isTagged && tag !== null) keepAnswer(address, { tag, data });
  return data;
}

/** Calls an endpoint that answers with a file, named as the server says. Rejects with CallFailure. */
export function callForFile<const E extends Endpoint>(endpoint: E, ...options: Arguments<E>): Promise<File>;
export async function callForFile(endpoint: Endpoint, options?: AnyCallOptions): Promise<File> {
  const response = await send(endpoint, options);
  const [, name = ""] = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "") ?? [];
  const content = await response.blob().catch(() => {
    throw new CallFailure("NETWORK", t("failure.network"));
  });
  return new File([content], name);
}

/** Calls an endpoint that streams lines of JSON, and yields each line as it arrives. Rejects with CallFailure. */
export async function* callForLines<Line>(
  endpoint: EndpointFacts & { answers: { 200: { line: z.ZodMiniType<Line> } } },
  { signal, ...parts }: AnyCallOptions & { signal: AbortSignal },
): AsyncGenerator<Line> {
  const { body } = await send(endpoint, { ...parts, signal });
  const { line } = endpoint.answers[200];
  for await (const text of linesOf(body)) {
    const parsed = z.safeParse(line, JSON.parse(text));
    if (!parsed.success) throw new CallFailure("UNREADABLE", t("failure.unreadable"));
    yield parsed.data;
  }
}

/** Yields the lines of a streamed body. A stream that breaks off counts as a network failure. */
async function* linesOf(body: ReadableStream<Uint8Array<ArrayBuffer>> | null): AsyncGenerator<string> {
  if (!body) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read().catch(() => {
      throw new CallFailure("NETWORK", t("failure.network"));
    });
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}

/**
 * The console's only use of `fetch`. `tag` is the ETag of a stored answer; the server answers 304 if it is still valid.
 */
async function send(endpoint: EndpointFacts, parts: AnyCallOptions = {}, tag?: string): Promise<Response> {
  const { params, query, body, timeoutMs = TIMEOUT_MS, isOnce = false, tellsTimeZone = false } = parts;
  const limits = [AbortSignal.timeout(timeoutMs), ...(parts.signal ? [parts.signal] : [])];
  const { outlivesPage: keepalive = false } = parts;
  const { method, path } = endpoint;
  const address = addressIn(path, params, query);
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const once = isOnce ? `${method} ${address} ${sent}` : undefined;
  const response = await ask(address, {
    method,
    headers: {
      ...CONSOLE_HEADER,
      "accept-language": currentLanguage(),
      ...(once !== undefined && { "idempotency-key": keyOfCall(once, Date.now()) }),
      ...(tag !== undefined && { "if-none-match": tag }),
      ...(tellsTimeZone && ownTimeZoneHeaders()),
      ...(sent !== undefined && { "content-type": "application/json" }),
    },
    ...(sent !== undefined && { body: sent }),
    keepalive,
    signal: AbortSignal.any(limits),
  });
  const isUnchanged = tag !== undefined && response.status === 304;
  const failure = response.ok || isUnchanged ? undefined : failureOf(response.status, await jsonOf(response));
  if (once !== undefined && !(failure && leavesOpen(failure))) forgetCall(once);
  if (failure) throw failure;
  return response;
}

/** Whether the server may have executed the call despite the failure. */
function leavesOpen({ code }: CallFailure): boolean {
  return code === "UNREADABLE" || code === "CALL_UNFINISHED";
}

function jsonOf(response: Response): Promise<unknown> {
  return response.json().catch(() => undefined);
}

/** The URL for media players and download links, which fetch without `call`. The browser sends the cookie. */
export function addressOf<const E extends Endpoint>(endpoint: E, options: Omit<RequestOf<E>, "body">): string;
export function addressOf({ path }: Endpoint, { params, query }: AnyCallOptions): string {
  return addressIn(path, params, query);
}

function addressIn(path: string, params: Params = {}, query: Query = {}): string {
  const filled = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ""));
  const asked = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
  return asked.size === 0 ? filled : `${filled}?${asked}`;
}

async function ask(address: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(address, request);
  } catch {
    throw new CallFailure("NETWORK", t("failure.network"));
  }
}

function failureOf(status: number, answer: unknown): CallFailure {
  const refusal = z.safeParse(failureSchema, answer);
  if (!refusal.success) return new CallFailure("UNREADABLE", t("failure.unreadable"), { status });
  const { code, message, details = [] } = refusal.data;
  return new CallFailure(code, message, { status, details });
}
