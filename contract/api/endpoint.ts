import type * as z from "zod/mini";
import type { ServerErrorCode } from "./errors.ts";
import type { ScopeRule } from "./scopes.ts";

/** Who may call a route. The server refuses to register a route that does not say. */
export type Caller = "nobody" | "client" | "manager" | "administrator" | "operator";

/** What is known of a call without what goes over the wire; the client's app carries no more of one. */
export type EndpointFacts = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** With `:name` where a parameter stands. */
  path: string;
  caller: Caller;
  /** Of a call of managers: what an API token has to be good for. Without it the call is for people only. */
  scope?: ScopeRule;
  /** Whether a manager who still has to set up a second factor may call it too. */
  isBeforeSecondFactor?: boolean;
};

type Schema = z.ZodMiniType;
/** A body of bytes, of one of these media types. */
export type BytesBody = { bytes: readonly string[]; maxBytes: number };
/** An answer that is a file of one of these media types. `line`: of a file of JSON lines. */
export type FileAnswer = { files: readonly string[]; line?: Schema };

/** What goes over the wire. `Code` is what `errors` may name. */
export type Wire<Code extends string = string> = {
  /** What it does, in a line. */
  summary: string;
  /** Of a client's call: whether a helper of the client may make it too, for the part that is theirs. */
  isForHelpers?: true;
  /** What stands for `:name` in the path; an object. */
  params?: Schema;
  query?: Schema;
  headers?: Schema;
  body?: Schema | BytesBody;
  /** What the API document says of a body that the handler reads on. */
  describedBody?: Schema;
  /** Of a JSON body; `PLAIN_BODY_MAX_BYTES` where it is left out. */
  maxBytes?: number;
  /** What `{data}` holds in an answer of 200. */
  data?: Schema;
  /** Answers by status that are not `{data}`: bare JSON, files, or nothing. */
  answers?: { readonly [status: number]: Schema | FileAnswer };
  /** The failures of this call alone: those of every call, of its caller and of its shape go without saying. */
  errors?: readonly Code[];
  /** Whether `If-Match` makes it depend on the revision that the caller has read; 412 `CONFLICT` where that is over. */
  takesIfMatch?: true;
  /** A GET whose answer has an `ETag`; under `If-None-Match` with that tag it is 304 and empty while it is the same. */
  isTagged?: true;
  /** Whether its answers name what the client is asked now, in the header `INTERVIEW_HEADER`. */
  namesInterview?: true;
  /** A POST that makes something once under one `Idempotency-Key`; a repeat gets the first answer again. */
  isRepeatable?: true;
  /** A date, YYYY-MM-DD: from then on another call does the same, and this one goes with a later release. */
  deprecatedSince?: string;
};
/** The wires of the client's calls. A PIN is checked by the same few threads as the managers' passwords. */
export type WireTable = { readonly [name: string]: Wire<ServerErrorCode | "SIGN_IN_BUSY"> };

/** A call of the API: what it is for, who may make it, and what goes over the wire. */
export type Endpoint<Code extends string = string> = EndpointFacts & Wire<Code>;
export type EndpointTable<Code extends string = string> = { readonly [name: string]: Endpoint<Code> };

/** The facts of calls whose wires stand apart, and are here by their type alone. */
export type FactsOf<Wires extends { [name: string]: Wire }> = {
  readonly [Name in keyof Wires]: TypedFacts<Wires[Name]>;
};
export type TypedFacts<W extends Wire> = EndpointFacts & {
  /** Never set. */
  readonly wire?: W;
};

type Part = "params" | "query" | "headers" | "body" | "data";
type SchemaOf<E, P extends Part> = E extends { [part in P]: infer S } ? S : undefined;

/** A part as its receiver has it: with defaults filled in. */
export type Received<E, P extends Part> =
  SchemaOf<E, P> extends Schema
    ? z.output<SchemaOf<E, P>>
    : SchemaOf<E, P> extends BytesBody
      ? Uint8Array
      : undefined;
/** A part as its sender may give it. */
export type Sent<E, P extends Part> = SchemaOf<E, P> extends Schema ? z.input<SchemaOf<E, P>> : undefined;

type RequiredPart<E, P extends Part> =
  SchemaOf<E, P> extends Schema
    ? Record<never, never> extends Sent<E, P>
      ? { [part in P]?: Sent<E, P> }
      : { [part in P]: Sent<E, P> }
    : SchemaOf<E, P> extends BytesBody
      ? { [part in P]: object }
      : { [part in P]?: never };
/** What a caller has to give: nothing that the endpoint does not take, and all that it asks for. */
export type RequestOf<E> = RequiredPart<E, "params"> & RequiredPart<E, "query"> & RequiredPart<E, "body">;

/** What a handler answers with where it leaves the rest to the route. */
export type AnswerOf<E> =
  SchemaOf<E, "data"> extends Schema
    ? Sent<E, "data">
    : E extends { answers: { 200: infer S } }
      ? S extends Schema
        ? z.input<S>
        : unknown
      : unknown;
