/** What went wrong with a call, as a value: nothing in here is ever thrown. */
export type CallError = {
  /** Of the error catalogue (spec §8), or the server's own. */
  code: string;
  /** For the client to read. */
  message: string;
  /** HTTP status, where there was an answer. */
  status?: number;
};

/** `headers` are those of the answer, where the data is what one call was answered. */
export type Result<Data> = { ok: true; data: Data; headers?: Headers } | { ok: false; error: CallError };

export function failed(code: string, message: string, status?: number): { ok: false; error: CallError } {
  return { ok: false, error: { code, message, ...(status !== undefined && { status }) } };
}
