import type { Client } from "openapi-fetch";
import createClient from "openapi-fetch";
import {
  type AnswerOf,
  type CallOptions,
  type Method,
  type ParseAs,
  type PathOf,
  readAnswer,
} from "./answer.ts";
import type { paths } from "./api.ts";
import { failureOf } from "./firsthand-error.ts";
import { type RetryOptions, retryingFetch } from "./retrying-fetch.ts";

export type { AnswerOf, CallOptions, Method, PathOf } from "./answer.ts";
export type { components, operations, paths } from "./api.ts";
export { type FailureCode, FirsthandError } from "./firsthand-error.ts";

export type FirsthandOptions = Partial<RetryOptions> & {
  /** The address of the installation, such as `https://onboarding.example.com`. */
  address: string;
  /** An API token, created in the console under Account. */
  token: string;
  /** Replaces the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
};

/** Options are optional if none of their fields is required. */
type Given<Options> = object extends Options ? [options?: Options] : [options: Options];

/** A call by its path. Resolves to the answer without its `{data}`; rejects with a `FirsthandError`. */
export type Call<M extends Method> = <Path extends PathOf<M>, As extends ParseAs = never>(
  path: Path,
  ...given: Given<CallOptions<M, Path, As>>
) => Promise<AnswerOf<M, Path, As>>;

/** The paths of paged lists. */
export type PagedPath = {
  [Path in PathOf<"get">]: AnswerOf<"get", Path> extends { next: string | null } ? Path : never;
}[PathOf<"get">];

export type Firsthand = {
  GET: Call<"get">;
  POST: Call<"post">;
  PUT: Call<"put">;
  PATCH: Call<"patch">;
  DELETE: Call<"delete">;
  /** All pages of a list from the first, each fetched when it is needed. */
  pages<Path extends PagedPath>(
    path: Path,
    ...given: Given<CallOptions<"get", Path>>
  ): AsyncGenerator<AnswerOf<"get", Path>, void>;
  /**
   * The underlying client, which returns `{data, error, response}`, for reading headers. It does not throw for error
   * answers.
   */
  raw: Client<paths>;
};

type LooseOptions = { parseAs?: ParseAs; params?: { query?: object }; [option: string]: unknown };
type LooseCall = (
  path: string,
  options: LooseOptions,
) => Promise<{ error?: unknown; response: Response; data?: unknown }>;

/** A client of one installation with one token. */
export function createFirsthand({
  address,
  token,
  retries = 3,
  longestWaitSeconds = 60,
  fetch: send = (request) => fetch(request),
}: FirsthandOptions): Firsthand {
  const raw = createClient<paths>({
    baseUrl: address,
    fetch: retryingFetch(send, { retries, longestWaitSeconds }),
  });
  raw.use({ onRequest: ({ request }) => addHeaders(request, token) });

  async function call(method: Uppercase<Method>, path: string, options: LooseOptions = {}) {
    const { parseAs, ...rest } = options;
    // `Firsthand` declares the exact types of the calls
    const ask = raw[method] as unknown as LooseCall;
    const { error, response } = await ask(path, { ...rest, parseAs: "stream" });
    if (!response.ok) throw failureOf(response, error);
    return readAnswer(response, parseAs);
  }

  async function* pages(path: string, options: LooseOptions = {}) {
    const { params } = options;
    let query = { ...params?.query };
    while (true) {
      const page = (await call("GET", path, { ...options, params: { ...params, query } })) as Page;
      yield page;
      if (page.next === null) return;
      query = { ...query, [cursorOf(path)]: page.next };
    }
  }

  const by = (method: Uppercase<Method>) => (path: string, options?: LooseOptions) =>
    call(method, path, options);
  const calls = {
    GET: by("GET"),
    POST: by("POST"),
    PUT: by("PUT"),
    PATCH: by("PATCH"),
    DELETE: by("DELETE"),
  };
  return { ...calls, pages, raw } as unknown as Firsthand;
}

type Page = { next: string | null };

/** A timeline is read backward in time. */
function cursorOf(path: string): string {
  return path.endsWith("/timeline") ? "before" : "after";
}

function addHeaders({ method, headers }: Request, token: string): void {
  if (!headers.has("authorization")) headers.set("authorization", `Bearer ${token}`);
  if (method === "POST" && !headers.has("idempotency-key"))
    headers.set("idempotency-key", crypto.randomUUID());
  if (method === "PATCH") headers.set("content-type", "application/merge-patch+json");
}
