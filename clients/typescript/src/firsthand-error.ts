import type { components } from "./api.ts";

type Failure = components["schemas"]["Failure"];
type Responses = components["responses"];
type DocumentedCode = Responses[keyof Responses]["content"]["application/json"]["code"];

/** Every code in the current API document; later releases may add codes. */
export type FailureCode = DocumentedCode | typeof UNKNOWN | (string & {});

/** The answer comes from something else than Firsthand, such as a proxy or another server at the address. */
export const UNKNOWN = "UNKNOWN";

/** A failed call, with the server's answer. Decide by `code`; `message` is for people. */
export class FirsthandError extends Error {
  override readonly name = "FirsthandError";
  readonly status: number;
  readonly code: FailureCode;
  /** The id with which the operator finds the call in the log; empty if the answer is not Firsthand's. */
  readonly requestId: string;
  /** For `VALIDATION_ERROR` and `REQUIRED_MISSING`: the entries, and what is wrong with each. */
  readonly details: NonNullable<Failure["details"]>;
  /** The response, for its headers; its body has been read. */
  readonly response: Response;

  constructor(response: Response, failure: Failure) {
    super(failure.message);
    this.status = response.status;
    this.code = failure.code;
    this.requestId = failure.requestId ?? "";
    this.details = failure.details ?? [];
    this.response = response;
  }
}

export function failureOf(response: Response, body: unknown): FirsthandError {
  if (isFailure(body)) return new FirsthandError(response, body);
  const message = `The answer does not come from Firsthand: ${response.status} ${response.statusText}`.trim();
  return new FirsthandError(response, { code: UNKNOWN, message });
}

function isFailure(body: unknown): body is Failure {
  return typeof body === "object" && body !== null && "code" in body && "message" in body;
}
