type Send = (request: Request) => Promise<Response>;

/**
 * `retries`: the most retries. If a server asks for a longer wait than `longestWaitSeconds`, the call is not retried.
 */
export type RetryOptions = { retries: number; longestWaitSeconds: number };

const BUSY = [429, 503];
const REPEATABLE = ["GET", "HEAD", "PUT", "DELETE"];
const FIRST_WAIT_SECONDS = 1;

/** Retries after 429 and 503, when the server says, but only requests that do no harm if they arrive twice. */
export function retryingFetch(send: Send, { retries, longestWaitSeconds }: RetryOptions): Send {
  return async (request) => {
    const attempts = isRepeatable(request) ? retries : 0;
    for (let attempt = 0; attempt < attempts; attempt++) {
      // the body of a request can be read only once
      const response = await send(request.clone());
      const seconds = waitOf(response, attempt);
      if (!BUSY.includes(response.status) || seconds > longestWaitSeconds) return response;
      await response.body?.cancel();
      await wait(seconds, request.signal);
    }
    return send(request);
  };
}

function isRepeatable({ method, headers }: Request): boolean {
  return REPEATABLE.includes(method) || (method === "POST" && headers.has("idempotency-key"));
}

/**
 * `Retry-After` is a number of seconds or a date (RFC 9110); without it, each wait is twice as long as the previous
 * one.
 */
function waitOf(response: Response, attempt: number): number {
  const said = response.headers.get("retry-after") ?? "";
  if (/^\d+$/.test(said)) return Number(said);
  const at = Date.parse(said);
  return Number.isNaN(at) ? FIRST_WAIT_SECONDS * 2 ** attempt : Math.max(0, (at - Date.now()) / 1_000);
}

function wait(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, seconds * 1_000);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}
