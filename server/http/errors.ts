import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { type ErrorDetail, serverErrors } from "#contract/api/errors.ts";
import type { Failure } from "#contract/api/failure.ts";
import { inEachLanguage, type Language, languages } from "#contract/languages.ts";
import { manageErrors } from "#contract/manage/errors.ts";
import type clientEnglish from "#contract/messages/client/en.json";
import type consoleEnglish from "#contract/messages/console/en.json";
import { readCatalogs } from "../runtime/catalogs.ts";
import { SessionEnded, StorageUnavailable } from "../storage/engine/faults.ts";
import { preferredLanguage } from "./accept-language.ts";
import { fitsPattern } from "./route-table.ts";

/** The most validation errors listed in one answer. */
export const DETAILS_MAX = 20;
/** After a temporary failure. */
export const RETRY_AFTER_MS = 2_000;
export const RETRY_AFTER = { "retry-after": String(RETRY_AFTER_MS / 1_000) };

declare module "fastify" {
  interface FastifyRequest {
    /** The error code of the answer, if the request failed. */
    failureCode: AnsweredErrorCode | undefined;
  }
}

const catalog = { ...serverErrors, ...manageErrors };
type Sentences = typeof clientEnglish & typeof consoleEnglish;
const toClients = readCatalogs("client");
const toManagers = readCatalogs("console");
const words = inEachLanguage(
  (language) => ({ ...toClients[language], ...toManagers[language] }) as Sentences,
);
/** In the order of the `allow` header. */
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

/** Every error code that this server can answer with. */
export type AnsweredErrorCode = keyof typeof catalog;

/** Values for placeholders such as `{name}` in a message; never text from the caller. */
type SentenceValues = { [name: string]: string };

/** An expected failure: an entry of the error catalog with the details of this case. */
export class CatalogError extends Error {
  override name = "CatalogError";
  readonly code: AnsweredErrorCode;
  readonly extra: Partial<Failure>;
  readonly headers: { [name: string]: string };
  readonly values: SentenceValues;

  constructor(
    code: AnsweredErrorCode,
    extra: Partial<Failure> = {},
    headers: { [name: string]: string } = {},
    values: SentenceValues = {},
  ) {
    super(sentenceOf(code, "en", values));
    this.code = code;
    this.extra = extra;
    this.headers = headers;
    this.values = values;
  }
}

/** Details of a failure besides its code. */
type FailureOptions = {
  requestId: string;
  language?: Language;
  extra?: Partial<Failure>;
  values?: SentenceValues;
};

/** The status and body of a failure. */
export function failure(
  code: AnsweredErrorCode,
  { requestId, language = "en", extra, values = {} }: FailureOptions,
) {
  const body: Failure = { code, message: sentenceOf(code, language, values), requestId, ...extra };
  return { status: catalog[code].status, body };
}

/** The catalog's message in this language, with its placeholders filled in. */
function sentenceOf(code: AnsweredErrorCode, language: Language, values: SentenceValues): string {
  return words[language][`error.${code}`].replaceAll(
    /\{(\w+)\}/g,
    (all, name: string) => values[name] ?? all,
  );
}

/** The only place where an error becomes an answer. */
export function answerErrors(app: FastifyInstance): void {
  app.decorateRequest("failureCode", undefined);
  app.setErrorHandler((error: FastifyError, request, reply) => {
    sendFailure(request, reply, knownFailure(request, error));
  });
  app.setNotFoundHandler((request, reply) => sendFailure(request, reply, noRouteError(app, request)));
}

/** The error for an unknown address, or for a known address that lacks this method. */
export function noRouteError(app: FastifyInstance, request: FastifyRequest): CatalogError {
  const allowed = allowedMethods(app, request);
  if (allowed.length === 0) return new CatalogError("NOT_FOUND");
  return new CatalogError("METHOD_NOT_ALLOWED", {}, { allow: allowed.join(", ") });
}

/** The catalog entry for an error; unexpected errors are logged. */
export function knownFailure(request: FastifyRequest, error: FastifyError): CatalogError {
  const known = asCatalogError(error);
  if (known.code === "SERVER_ERROR") request.log.error({ err: error }, "unexpected error");
  if (error instanceof StorageUnavailable) request.log.warn({ err: error }, "storage unavailable");
  return known;
}

function sendFailure(
  request: FastifyRequest,
  reply: FastifyReply,
  { code, extra, headers, values }: CatalogError,
): void {
  const language = preferredLanguage(request, languages);
  const { status, body } = failure(code, { requestId: request.id, language, extra, values });
  request.failureCode = code;
  // sent as text, because the route's response schemas describe successful answers only
  reply.code(status).headers(headers).type("application/json; charset=utf-8").serializer(String);
  reply.send(JSON.stringify(body));
}

function allowedMethods({ routeTable }: FastifyInstance, { url }: FastifyRequest): string[] {
  const path = url.split("?")[0] ?? "";
  const offered = new Set(
    routeTable.filter((route) => fitsPattern(path, route.url)).map(({ method }) => method),
  );
  return METHODS.filter((method) => offered.has(method));
}

const FASTIFY_CODES: { [code: string]: AnsweredErrorCode } = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "UNSUPPORTED_MEDIA_TYPE",
  FST_ERR_CTP_BODY_TOO_LARGE: "BODY_TOO_LARGE",
  FST_ERR_CTP_INVALID_JSON_BODY: "INVALID_JSON",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "BAD_REQUEST",
};

function asCatalogError(error: FastifyError): CatalogError {
  if (error instanceof CatalogError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    return new CatalogError("VALIDATION_ERROR", { details: detailsOf(error.validation) });
  }
  if (error instanceof SessionEnded) return new CatalogError("UNAUTHORIZED");
  if (error instanceof StorageUnavailable) {
    return new CatalogError("UNAVAILABLE", {}, RETRY_AFTER);
  }
  const code = FASTIFY_CODES[error.code];
  if (code) return new CatalogError(code);
  // errors of the JSON parser have a status but no code
  if (error instanceof SyntaxError && error.statusCode === 400) return new CatalogError("INVALID_JSON");
  const isTheirs = (error.statusCode ?? 500) < 500;
  return new CatalogError(isTheirs ? "BAD_REQUEST" : "SERVER_ERROR");
}

/** For handlers that parse part of a body themselves: the same answer as if the route's schema had found the errors. */
export function invalidPart(
  part: string,
  issues: readonly { path: PropertyKey[]; message: string }[],
): CatalogError {
  const faults = issues.map((issue) => ({
    instancePath: [part, ...issue.path.map(String)].join("/"),
    message: issue.message,
    params: issue,
  }));
  return new CatalogError("VALIDATION_ERROR", { details: detailsOf(faults) });
}

type Fault = { instancePath: string; message?: string; params: object };

function detailsOf(faults: readonly Fault[]): ErrorDetail[] {
  return faults.flatMap(faultDetails).slice(0, DETAILS_MAX);
}

/** For unknown keys, the path names each key and not the object that holds it. */
function faultDetails({ instancePath, message = "Invalid", params }: Fault): ErrorDetail[] {
  const path = instancePath.split("/").filter(Boolean);
  const keys = "keys" in params && Array.isArray(params.keys) ? params.keys : [];
  if (keys.length === 0) return [{ path: path.join("."), message }];
  return keys.map((key) => ({
    path: [...path, String(key).slice(0, 100)].join("."),
    message: "Unknown name",
  }));
}
