import type en from "../messages/client/en.json";

/**
 * The error catalog (spec §8): the HTTP status of each code. Its sentence is in the message catalog under
 * `error.<code>`, so that it can be translated.
 */
export const serverErrors = {
  INVALID_JSON: { status: 400 },
  BAD_REQUEST: { status: 400 },
  UNAUTHORIZED: { status: 401 },
  INVALID_ACCESS_KEY: { status: 401 },
  /** The access key is right, but this client also has a PIN. */
  PIN_REQUIRED: { status: 401 },
  PIN_WRONG: { status: 401 },
  /** The sign-in link's key is right, but another browser has used it. */
  LINK_USED: { status: 401 },
  /** The sign-in link's key is right, but the link has expired. */
  LINK_EXPIRED: { status: 401 },
  /** The key is a helper's, and another browser has used it or it has expired. */
  HELPER_LINK_OVER: { status: 401 },
  /** No live passkey has that id; the device may forget it. */
  PASSKEY_UNKNOWN: { status: 401 },
  /** The passkey did not answer this server's challenge in time, or its answer failed verification. */
  PASSKEY_REFUSED: { status: 401 },
  /** The device's answer does not match the server's challenge, or the passkey is already added. */
  PASSKEY_NOT_ADDED: { status: 409 },
  /** Browsers offer passkeys only at addresses with a domain name and TLS. */
  PASSKEYS_OFF: { status: 409 },
  /** The server has no mail server or no address for the client, or may not mail links to them. */
  LINK_NOT_SENT: { status: 409 },
  /** A helper of that name already has that section. */
  HELPER_EXISTS: { status: 409 },
  /** The client has reached `HELPERS_MAX`. */
  HELPERS_FULL: { status: 409 },
  /** The PIN was wrong too often in a row; the account manager has to set a new one. */
  PIN_STOPPED: { status: 403 },
  FORBIDDEN: { status: 403 },
  NOT_FOUND: { status: 404 },
  METHOD_NOT_ALLOWED: { status: 405 },
  /** The server already has a different part with that number. */
  TAKE_MISMATCH: { status: 409 },
  /** The take is closed or being transcribed, or an answer names it. */
  TAKE_IN_USE: { status: 409 },
  TAKE_QUOTA: { status: 409 },
  /** This page can show only the interview for new clients, and this client has another one. */
  PAGE_TOO_OLD: { status: 409 },
  /** Not a 5xx, which a device would retry. */
  RECORDING_NOT_OFFERED: { status: 409 },
  CONFLICT: { status: 412 },
  BODY_TOO_LARGE: { status: 413 },
  TAKE_TOO_LARGE: { status: 413 },
  UNSUPPORTED_MEDIA_TYPE: { status: 415 },
  TAKE_NOT_AUDIO: { status: 415 },
  RANGE_NOT_SATISFIABLE: { status: 416 },
  VALIDATION_ERROR: { status: 422 },
  IDEMPOTENCY_MISMATCH: { status: 422 },
  /** A submission lacks an answer to a required question. A save without `submit` is stored anyway. */
  REQUIRED_MISSING: { status: 422 },
  RATE_LIMITED: { status: 429 },
  SERVER_ERROR: { status: 500 },
  UNAVAILABLE: { status: 503 },
} as const satisfies { [Code in string]: { status: number } };

/** Problems that the browser finds with a call, before or after the server. */
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

/** One problem with a request: where (`data.website-form.url`) and what. */
export type ErrorDetail = { path: string; message: string };

type MessageId<Id extends keyof typeof en> = Id;
/** Fails to compile if a code has no message. */
export type ErrorMessageId = MessageId<`error.${ErrorCode}`>;
