import type { components } from "./api.ts";

type Failure = components["schemas"]["Failure"];
type Responses = components["responses"];
type DocumentedCode = Responses[keyof Responses]["content"]["application/json"]["code"];

/** Every code of today's document; a later release may add some. */
export type FailureCode = DocumentedCode | typeof UNKNOWN | (string & {});

/** Something before Firsthand answered, such as a proxy, or something else stands at the address. */
export const UNKNOWN = "UNKNOWN";

/** A call that failed, with what the server said. Decide by `code`; `message` is a sentence for people. */
export class FirsthandError extends Error {
  override readonly name = "FirsthandError";
  readonly status: number;
  readonly code: FailureCode;
  /** Give it to the operator, who finds it in the log; empty where the answer is not Firsthand's. */
  readonly requestId: string;
  /** Of `VALIDATION_ERROR` and `REQUIRED_MISSING`: which entries, and what is wrong with each. */
  readonly details: NonNullable<Failure["details"]>;
  /** With its headers; its body has been read. */
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
