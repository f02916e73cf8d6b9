import type * as z from "zod/mini";
import type { ServerErrorCode } from "./errors.ts";
import type { ScopeRule } from "./scopes.ts";

/** Who may call a route. The server refuses to register a route without a caller. */
export type Caller = "nobody" | "client" | "manager" | "administrator" | "operator";

/** A call without its wire schemas; the client's app ships no more than this. */
export type EndpointFacts = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** With `:name` in place of a parameter. */
  path: string;
  caller: Caller;
  /** For managers' calls: the scopes that an API token needs. Without it, only people may call it. */
  scope?: ScopeRule;
  /** Whether a manager who still has to set up a second factor may also call it. */
  isBeforeSecondFactor?: boolean;
};

type Schema = z.ZodMiniType;
/** A binary body of one of these media types. */
export type BytesBody = { bytes: readonly string[]; maxBytes: number };
/** An answer that is a file of one of these media types. `line` is the schema of one line of a JSON Lines file. */
export type FileAnswer = { files: readonly string[]; line?: Schema };

/** What goes over the wire. `Code` lists the codes that `errors` may name. */
export type Wire<Code extends string = string> = {
  /** What the call does, in one line. */
  summary: string;
  /** For clients' calls: whether a helper may also make it, for their own section. */
  isForHelpers?: true;
  /** An object with the values of the `:name` parameters in the path. */
  params?: Schema;
  query?: Schema;
  headers?: Schema;
  body?: Schema | BytesBody;
  /** The body's schema in the API document, if the handler validates further than `body`. */
  describedBody?: Schema;
  /** The size limit of a JSON body; `PLAIN_BODY_MAX_BYTES` by default. */
  maxBytes?: number;
  /** What `{data}` holds in a 200 answer. */
  data?: Schema;
  /** Answers without the `{data}` wrapper, by status: bare JSON, files, or an empty body. */
  answers?: { readonly [status: number]: Schema | FileAnswer };
  /** Failures specific to this call; those common to every call, to its caller and to its shape are implied. */
  errors?: readonly Code[];
  /** Whether `If-Match` ties it to the revision that the caller has read; 412 `CONFLICT` if that is outdated. */
  takesIfMatch?: true;
  /** A GET whose answer has an `ETag`. With a matching `If-None-Match`, the answer is an empty 304. */
  isTagged?: true;
  /** Whether its answers carry `INTERVIEW_HEADER`, which names what the client is asked now. */
  namesInterview?: true;
  /** A POST that creates something once per `Idempotency-Key`; a repeat gets the first answer. */
  isRepeatable?: true;
  /** The date (YYYY-MM-DD) since when another call replaces this one, which a later release removes. */
  deprecatedSince?: string;
};
/**
 * The wires of the client's calls. A PIN check can fail with `SIGN_IN_BUSY`: PINs are hashed in a separate queue.
 */
export type WireTable = { readonly [name: string]: Wire<ServerErrorCode | "SIGN_IN_BUSY"> };

/** A call of the API: what it is for, who may make it, and what goes over the wire. */
export type Endpoint<Code extends string = string> = EndpointFacts & Wire<Code>;
export type EndpointTable<Code extends string = string> = { readonly [name: string]: Endpoint<Code> };

/** The facts of calls whose wires are in other modules and appear here only as a type. */
export type FactsOf<Wires extends { [name: string]: Wire }> = {
  readonly [Name in keyof Wires]: TypedFacts<Wires[Name]>;
};
export type TypedFacts<W extends Wire> = EndpointFacts & {
  /** Exists only in the type; never set. */
  readonly wire?: W;
};

type EndpointPart = "params" | "query" | "headers" | "body" | "data";
type SchemaOf<E, P extends EndpointPart> = E extends { [part in P]: infer S } ? S : undefined;

/** A part as its receiver gets it: with defaults filled in. */
export type PartOutput<E, P extends EndpointPart> =
  SchemaOf<E, P> extends Schema
    ? z.output<SchemaOf<E, P>>
    : SchemaOf<E, P> extends BytesBody
      ? Uint8Array
      : undefined;
/** A part as its sender may give it. */
export type PartInput<E, P extends EndpointPart> =
  SchemaOf<E, P> extends Schema ? z.input<SchemaOf<E, P>> : undefined;

type RequiredPart<E, P extends EndpointPart> =
  SchemaOf<E, P> extends Schema
    ? Record<never, never> extends PartInput<E, P>
      ? { [part in P]?: PartInput<E, P> }
      : { [part in P]: PartInput<E, P> }
    : SchemaOf<E, P> extends BytesBody
      ? { [part in P]: object }
      : { [part in P]?: never };
/** What a caller has to pass: every required part, and no part that the endpoint does not take. */
export type RequestOf<E> = RequiredPart<E, "params"> & RequiredPart<E, "query"> & RequiredPart<E, "body">;

/** What a handler returns if it leaves the rest of the answer to the route. */
export type AnswerOf<E> =
  SchemaOf<E, "data"> extends Schema
    ? PartInput<E, "data">
    : E extends { answers: { 200: infer S } }
      ? S extends Schema
        ? z.input<S>
        : unknown
      : unknown;
