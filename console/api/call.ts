import * as z from "zod/mini";
import type { Endpoint, EndpointFacts, RequestOf } from "#contract/api/endpoint.ts";
import { failureSchema } from "#contract/api/failure.ts";
import { ownTimeZoneHeaders } from "#contract/time-zone.ts";
import { spoken } from "../../web/ui/language/spoken-language.ts";
import { t } from "../translate.ts";
import { CallFailure } from "./call-failure.ts";
import { answerAt, keepAnswer } from "./tagged-answers.ts";
import { forgetCall, keyOfCall } from "./unanswered-calls.ts";

/** No form of another site can send it (decision 16). */
const CONSOLE_HEADER = { "x-firsthand-console": "1" };
const TIMEOUT_MS = 20_000;

/** What stands for `:name` in the endpoint's path. */
type Params = { [name: string]: string | number };
type Query = { [name: string]: string | number | undefined };
type Parts = {
  params?: Params | undefined;
  query?: Query | undefined;
  body?: unknown;
  timeoutMs?: number;
  /** Ends the call before its time. */
  signal?: AbortSignal;
  /** Whether the same call once more, after an answer that did not come, is not done a second time. */
  isOnce?: boolean;
  /** Whether the call goes on though the page closes. */
  outlivesPage?: boolean;
  /** Whether the call says where the browser is: the digest comes at that hour. */
  tellsTimeZone?: boolean;
};

type CallOptions<E> = RequestOf<E> & Pick<Parts, "timeoutMs" | "isOnce" | "outlivesPage" | "tellsTimeZone">;
/** Left out where the endpoint asks for nothing. */
type Arguments<E> =
  Record<never, never> extends RequestOf<E> ? [options?: CallOptions<E>] : [options: CallOptions<E>];

/**
 * A call of the contract that answers JSON: what it takes and what it answers are the endpoint's. Rejects with
 * CallFailure.
 */
export function call<const E extends Endpoint, Data>(
  endpoint: E & { data: z.ZodMiniType<Data> },
  ...options: Arguments<E>
): Promise<Data>;
export async function call<Data>(
  endpoint: Endpoint & { data: z.ZodMiniType<Data> },
  options: Parts = {},
): Promise<Data> {
  const address = addressIn(endpoint.path, options.params, options.query);
  const known = endpoint.isTagged ? answerAt(address) : undefined;
  const response = await send(endpoint, options, known?.tag);
  // the same call put it there
  if (known && response.status === 304) return known.data as Data;
  const parsed = z.safeParse(z.object({ data: endpoint.data }), await jsonOf(response));
  if (!parsed.success)
    throw new CallFailure("UNREADABLE", t("failure.unreadable"), { status: response.status });
  const { data } = parsed.data;
  const tag = response.headers.get("etag");
  if (endpoint.isTagged && tag !== null) keepAnswer(address, { tag, data });
  return data;
}

/** A call that answers with a file, by the name that the server gives it. Rejects with CallFailure. */
export function callForFile<const E extends Endpoint>(endpoint: E, ...options: Arguments<E>): Promise<File>;
export async function callForFile(endpoint: Endpoint, options?: Parts): Promise<File> {
  const response = await send(endpoint, options);
  const [, name = ""] = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "") ?? [];
  return new File([await response.blob()], name);
}

/** A call that answers with lines of JSON, as they come. Rejects with CallFailure. */
export async function* callForLines<Line>(
  endpoint: EndpointFacts & { answers: { 200: { line: z.ZodMiniType<Line> } } },
  { signal, ...parts }: Parts & { signal: AbortSignal },
): AsyncGenerator<Line> {
  const { body } = await send(endpoint, { ...parts, signal });
  const { line } = endpoint.answers[200];
  for await (const text of linesOf(body)) {
    const parsed = z.safeParse(line, JSON.parse(text));
    if (!parsed.success) throw new CallFailure("UNREADABLE", t("failure.unreadable"));
    yield parsed.data;
  }
}

/** An answer that breaks off is a failure of the network. */
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

/** The only fetch of the console. `tag`: of the answer that is here already; one that still holds comes as 304. */
async function send(endpoint: EndpointFacts, parts: Parts = {}, tag?: string): Promise<Response> {
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
      "accept-language": spoken(),
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

/** Whether the call may have been done all the same. */
function leavesOpen({ code }: CallFailure): boolean {
  return code === "UNREADABLE" || code === "CALL_UNFINISHED";
}

function jsonOf(response: Response): Promise<unknown> {
  return response.json().catch(() => undefined);
}

/** For players and downloads, which ask by themselves; the browser sends the cookie. */
export function addressOf<const E extends Endpoint>(endpoint: E, options: Omit<RequestOf<E>, "body">): string;
export function addressOf({ path }: Endpoint, { params, query }: Parts): string {
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
