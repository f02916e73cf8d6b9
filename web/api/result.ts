/** What went wrong with a call, as a value that is never thrown. */
export type CallError = {
  /** A code of the error catalog (spec §8), or the server's own. */
  code: string;
  /** A sentence for the client. */
  message: string;
  /** The HTTP status, if there was an answer. */
  status?: number;
};

/** `headers` are the response's, if the data comes from a single call. */
export type Result<Data> = { ok: true; data: Data; headers?: Headers } | { ok: false; error: CallError };

export function failedResult(
  code: string,
  message: string,
  status?: number,
): { ok: false; error: CallError } {
  return { ok: false, error: { code, message, ...(status !== undefined && { status }) } };
}
