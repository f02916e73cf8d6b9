import type { ErrorDetail } from "#contract/api/errors.ts";

/** A failed call, with a message that the user can read. */
export class CallFailure extends Error {
  override name = "CallFailure";
  /** A code of the error catalog. `NETWORK` if no answer came, `UNREADABLE` if the answer is not in our format. */
  readonly code: string;
  /** The HTTP status; 0 if no answer came. */
  readonly status: number;
  readonly details: ErrorDetail[];

  constructor(code: string, message: string, { status = 0, details = [] as ErrorDetail[] } = {}) {
    super(message);
    this.code = code;
    this.status = status;
    this.details = details;
  }
}

/** The server's message about one field of the sent body. */
export function faultOf(error: Error | null, path: string): string | undefined {
  return error instanceof CallFailure
    ? error.details.find((detail) => detail.path === path)?.message
    : undefined;
}

/** Whether a retry would fail the same way: the thing does not exist, or the manager may not see it. */
export function isOutOfReach(error: Error): boolean {
  return error instanceof CallFailure && [403, 404, 410].includes(error.status);
}

/** Whether the call was refused because somebody else changed the same thing first. */
export function isOvertaken(error: Error | null): boolean {
  return error instanceof CallFailure && [409, 412].includes(error.status);
}
