import type { ErrorDetail } from "#contract/api/errors.ts";

/** A call that did not succeed, in words for the reader. */
export class CallFailure extends Error {
  override name = "CallFailure";
  /** Of the error catalogue; `NETWORK` where no answer came, `UNREADABLE` where it was none of ours. */
  readonly code: string;
  /** 0 where no answer came. */
  readonly status: number;
  readonly details: ErrorDetail[];

  constructor(code: string, message: string, { status = 0, details = [] as ErrorDetail[] } = {}) {
    super(message);
    this.code = code;
    this.status = status;
    this.details = details;
  }
}

/** What is wrong with one field of what was sent. */
export function faultOf(error: Error | null, path: string): string | undefined {
  return error instanceof CallFailure
    ? error.details.find((detail) => detail.path === path)?.message
    : undefined;
}

/** Whether the same call would be answered alike: what was asked for is not there, or not theirs. */
export function isOutOfReach(error: Error): boolean {
  return error instanceof CallFailure && [403, 404, 410].includes(error.status);
}

/** Whether it was refused because somebody else changed the same thing first. */
export function isOvertaken(error: Error | null): boolean {
  return error instanceof CallFailure && [409, 412].includes(error.status);
}
