import type en from "../messages/client/en.json";

/**
 * The error catalogue (spec §8, product §3): the HTTP status of each code. Its sentence stands in the message
 * catalogue under `error.<code>`, so that it can be said in the reader's language.
 */
export const serverErrors = {
  INVALID_JSON: { status: 400 },
  BAD_REQUEST: { status: 400 },
  UNAUTHORIZED: { status: 401 },
  INVALID_ACCESS_KEY: { status: 401 },
  /** The access key is right, and this client has a PIN too. */
  PIN_REQUIRED: { status: 401 },
  PIN_WRONG: { status: 401 },
  /** The key of a sign-in link is right, and another browser has used it. */
  LINK_USED: { status: 401 },
  /** The key of a sign-in link is right, and the link has ended. */
  LINK_EXPIRED: { status: 401 },
  /** The key is right, and is that of a helper, which another browser has used or which has ended. */
  HELPER_LINK_OVER: { status: 401 },
  /** No live passkey of that id; the device may forget it. */
  PASSKEY_UNKNOWN: { status: 401 },
  /** It did not answer this server's challenge in time, or not as the passkey that was added. */
  PASSKEY_REFUSED: { status: 401 },
  /** What the device made is no answer to the server's challenge, or is added already. */
  PASSKEY_NOT_ADDED: { status: 409 },
  /** Browsers have passkeys at addresses with a name and TLS only. */
  PASSKEYS_OFF: { status: 409 },
  /** The server has no mail server or no address for the client, or may not mail links to them. */
  LINK_NOT_SENT: { status: 409 },
  /** A helper of that name already has that section. */
  HELPER_EXISTS: { status: 409 },
  /** The client has as many helpers as one may have. */
  HELPERS_FULL: { status: 409 },
  /** Wrong too often in a row; a new one is set by the account manager. */
  PIN_STOPPED: { status: 403 },
  FORBIDDEN: { status: 403 },
  NOT_FOUND: { status: 404 },
  METHOD_NOT_ALLOWED: { status: 405 },
  /** Another part with that number is here already. */
  TAKE_MISMATCH: { status: 409 },
  /** It is closed, being transcribed, or an answer names it. */
  TAKE_IN_USE: { status: 409 },
  TAKE_QUOTA: { status: 409 },
  /** The page can show only the interview that new clients get, and the client has another. */
  PAGE_TOO_OLD: { status: 409 },
  /** No 5xx, which a device would take for a failure that passes. */
  RECORDING_NOT_OFFERED: { status: 409 },
  CONFLICT: { status: 412 },
  BODY_TOO_LARGE: { status: 413 },
  TAKE_TOO_LARGE: { status: 413 },
  UNSUPPORTED_MEDIA_TYPE: { status: 415 },
  TAKE_NOT_AUDIO: { status: 415 },
  RANGE_NOT_SATISFIABLE: { status: 416 },
  VALIDATION_ERROR: { status: 422 },
  IDEMPOTENCY_MISMATCH: { status: 422 },
  /** A submission without an answer to a question that needs one. A save without `submit` is stored all the same. */
  REQUIRED_MISSING: { status: 422 },
  RATE_LIMITED: { status: 429 },
  SERVER_ERROR: { status: 500 },
  UNAVAILABLE: { status: 503 },
} as const satisfies { [Code in string]: { status: number } };

/** What the browser itself finds wrong with a call, before or after the server. */
export const networkErrors = [
  "NOT_AUTHENTICATED",
  "HTTP_ERROR",
  "INVALID_CONTENT_TYPE",
  "PARSE_ERROR",
  "TIMEOUT",
  "CONNECTION_ERROR",
  "NETWORK_ERROR",
] as const;

export type ServerErrorCode = keyof typeof serverErrors;
export type NetworkErrorCode = (typeof networkErrors)[number];
export type ErrorCode = ServerErrorCode | NetworkErrorCode;

/** One fault of a request: where (`data.website-form.url`) and what. */
export type ErrorDetail = { path: string; message: string };

type MessageId<Id extends keyof typeof en> = Id;
/** Every code has its sentence: a missing one does not compile. */
export type ErrorMessageId = MessageId<`error.${ErrorCode}`>;
