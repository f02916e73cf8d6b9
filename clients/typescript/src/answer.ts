import type { FetchOptions } from "openapi-fetch";
import type { paths } from "./api.ts";
import { failureOf } from "./firsthand-error.ts";

export type Method = "get" | "post" | "put" | "patch" | "delete";
/** The paths with this method. */
export type PathOf<M extends Method> = {
  [Path in keyof paths]: paths[Path][M] extends object ? Path : never;
}[keyof paths];

/** The result types of `parseAs`, for reading an answer in another way than the default. */
type ReadAs = {
  json: unknown;
  text: string;
  blob: Blob;
  arrayBuffer: ArrayBuffer;
  stream: ReadableStream<Uint8Array> | null;
};
export type ParseAs = keyof ReadAs;

/** Parameters, body and options of `fetch`, as in `openapi-fetch`. */
export type CallOptions<M extends Method, Path extends PathOf<M>, As extends ParseAs = ParseAs> = Omit<
  FetchOptions<paths[Path][M]>,
  "parseAs"
> & { parseAs?: As };

type Done = 200 | 201 | 202;
type Success<Call> = Call extends { responses: infer Responses } ? Responses[keyof Responses & Done] : never;
/** The content of `{data}`, other JSON unchanged, a file as text, or undefined for an empty answer. */
type Unwrapped<Answer> = Answer extends { content: infer Media }
  ? Media extends { "application/json": infer Body }
    ? Body extends { data: infer Data }
      ? Data
      : Body
    : Media extends object
      ? string
      : undefined
  : undefined;

/** What a call resolves to. */
export type AnswerOf<M extends Method, Path extends PathOf<M>, As extends ParseAs = never> = [As] extends [
  never,
]
  ? Unwrapped<Success<paths[Path][M]>>
  : ReadAs[As];

/** Reads an answer to the end. Throws if it is an HTML page, which no call returns. */
export async function readAnswer(response: Response, parseAs: ParseAs | undefined): Promise<unknown> {
  if (parseAs === "stream") return response.body;
  if (parseAs) return response[parseAs]();
  const type = response.headers.get("content-type") ?? "";
  const isFile = response.headers.has("content-disposition");
  if (!isFile && type.startsWith("text/html")) throw failureOf(response, undefined);
  const text = await response.text();
  if (isFile || !type.startsWith("application/json")) return text === "" ? undefined : text;
  const body = JSON.parse(text) as unknown;
  return typeof body === "object" && body !== null && "data" in body ? body.data : body;
}
