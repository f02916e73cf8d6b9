import type { EndpointFacts, Wire } from "#contract/api/endpoint.ts";
import { serverErrors } from "#contract/api/errors.ts";
import { neededScopes } from "#contract/api/scopes.ts";
import { manageErrors } from "#contract/manage/errors.ts";
import type { AnsweredErrorCode } from "../http/errors.ts";

type DeclaredEndpoint = EndpointFacts &
  Pick<Wire, "params" | "query" | "headers" | "errors" | "takesIfMatch" | "isRepeatable" | "isForHelpers"> & {
    body?: unknown;
  };

/** Errors of every call: each request is checked at the edge, and storage can be unavailable. */
const ALWAYS: AnsweredErrorCode[] = ["BAD_REQUEST", "UNSUPPORTED_MEDIA_TYPE", "SERVER_ERROR", "UNAVAILABLE"];

/** Every error that a call may answer with: its own, and those that follow from its caller and its schemas. */
export function declaredErrors(endpoint: DeclaredEndpoint): AnsweredErrorCode[] {
  const own = (endpoint.errors ?? []).filter(isKnown);
  return [...new Set([...ALWAYS, ...errorsOfCaller(endpoint), ...errorsOfShape(endpoint), ...own])];
}

/** The HTTP status of a code. */
export function statusOfError(code: AnsweredErrorCode): number {
  return { ...serverErrors, ...manageErrors }[code].status;
}

function isKnown(code: string): code is AnsweredErrorCode {
  return code in serverErrors || code in manageErrors;
}

function errorsOfCaller({
  caller,
  path,
  scope,
  isBeforeSecondFactor = false,
  isForHelpers,
}: DeclaredEndpoint): AnsweredErrorCode[] {
  const ofConsole: AnsweredErrorCode[] = path.startsWith("/v1/manage/") ? ["FOREIGN_REQUEST"] : [];
  switch (caller) {
    case "nobody":
      return ofConsole;
    case "operator":
      return ["UNAUTHORIZED"];
    case "client":
      return ["UNAUTHORIZED", "RATE_LIMITED", ...(isForHelpers ? [] : (["FORBIDDEN"] as const))];
    case "manager":
    case "administrator":
      return [
        "UNAUTHORIZED",
        "RATE_LIMITED",
        ...ofConsole,
        ...errorsOfToken(scope),
        ...(isBeforeSecondFactor ? [] : (["SECOND_FACTOR_MISSING"] as const)),
        ...(caller === "administrator" ? (["FORBIDDEN"] as const) : []),
      ];
  }
}

function errorsOfToken(scope: EndpointFacts["scope"]): AnsweredErrorCode[] {
  if (scope === undefined) return ["TOKEN_NOT_ENOUGH"];
  return neededScopes(scope).length > 0 ? ["SCOPE_MISSING"] : [];
}

function errorsOfShape(endpoint: DeclaredEndpoint): AnsweredErrorCode[] {
  const { method, params, query, headers, body, takesIfMatch, isRepeatable } = endpoint;
  const takesParts = params ?? query ?? headers ?? body;
  return [
    // a body is parsed even if the call does not use it
    ...(method === "GET" ? [] : (["INVALID_JSON", "BODY_TOO_LARGE"] as const)),
    ...(takesIfMatch ? (["CONFLICT"] as const) : []),
    ...(isRepeatable
      ? (["IDEMPOTENCY_KEY_INVALID", "IDEMPOTENCY_MISMATCH", "CALL_UNFINISHED"] as const)
      : []),
    ...(params ? (["NOT_FOUND"] as const) : []),
    ...(takesParts ? (["VALIDATION_ERROR"] as const) : []),
  ];
}
