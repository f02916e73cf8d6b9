import { lookup } from "node:dns";
import type { Failure } from "#contract/api/failure.ts";
import { sendRequest } from "../outgoing/send-request.ts";

/** The server's address, and an API token of its console. */
export type ApiAccess = { address: URL; token: string };

export type ApiCaller = {
  /** The `data` of the answer to a GET. */
  data(path: string, query?: Query): Promise<unknown>;
  /** The whole JSON answer to a GET, for answers without `data`. */
  json(path: string, query?: Query): Promise<unknown>;
  /** Each line of an answer in JSON lines. */
  lines(path: string, body: object): Promise<unknown[]>;
};
type Query = { [name: string]: string | number | undefined };

/** Why a call failed, in a sentence for the person using the tool. */
export class ApiFault extends Error {
  override name = "ApiFault";
}

const LIMIT_MS = 30_000;
/** Enough for the brief of a client with long answers everywhere. */
const ANSWER_MAX_BYTES = 16 * 1024 * 1024;
/** The person who runs the command chooses the address. */
const ANYWHERE = { allows: () => true, allowsPlainHttp: true };

export function createApiCaller({ address, token }: ApiAccess): ApiCaller {
  async function call(method: string, path: string, { query = {}, body }: { query?: Query; body?: object }) {
    const url = new URL(path, address);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const headers = {
      authorization: `Bearer ${token}`,
      accept: "application/json",
      ...(body && { "content-type": "application/json" }),
    };
    const signal = AbortSignal.timeout(LIMIT_MS);
    const question = { url, method, headers, ...(body && { body: JSON.stringify(body) }) };
    const asking = { reach: ANYWHERE, lookup, signal, maxBytes: ANSWER_MAX_BYTES };
    const { status, read } = await sendRequest(question, asking).catch((error: unknown) => {
      throw new ApiFault(`No answer from ${url.origin}: ${sentenceOf(error)}`);
    });
    const text = (await read())?.toString("utf8");
    if (text === undefined) throw new ApiFault("The answer is too long to read.");
    if (status === 200) return text;
    throw new ApiFault(failureIn(text) ?? `${url.origin} answered with status ${status}.`);
  }

  const json = async (path: string, query: Query = {}) => parsed(await call("GET", path, { query }));
  return {
    json,
    async data(path, query) {
      const answer = await json(path, query);
      return typeof answer === "object" && answer !== null && "data" in answer ? answer.data : undefined;
    },
    async lines(path, body) {
      const text = await call("POST", path, { body });
      return text.split("\n").filter(Boolean).map(parsed);
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiFault("The answer is not from a Firsthand server.");
  }
}

/** The server's own message about the failure. */
function failureIn(text: string): string | undefined {
  try {
    const { message } = JSON.parse(text) as Partial<Failure>;
    return typeof message === "string" ? message : undefined;
  } catch {
    return undefined;
  }
}

function sentenceOf(error: unknown): string {
  const { code, name } = error as { code?: string; name?: string };
  if (name === "TimeoutError") return "it took longer than 30 seconds.";
  return code === undefined ? "the address is not reachable." : `${code}.`;
}
