/**
 * The manager's part of the error catalogue; it is never in the client's bundle. The sentences stand in
 * `contract/messages/console/en.json` under `error.<code>`.
 */
export const manageErrors = {
  /** The error does not say whether the email address or the password is wrong. */
  SIGN_IN_REFUSED: { status: 401 },
  /** Used, replaced, too old, or never made. */
  LINK_REFUSED: { status: 401 },
  /** It does not come from our own page. */
  FOREIGN_REQUEST: { status: 403 },
  /** For people only: an API token may not. */
  TOKEN_NOT_ENOUGH: { status: 403 },
  /** Of an API token; the sentence names the first scope that is missing. */
  SCOPE_MISSING: { status: 403 },
  /** This installation signs in by OpenID Connect only. */
  PASSWORDS_OFF: { status: 403 },
  WRONG_PASSWORD: { status: 422 },
  /** Wrong, used, or of another time; the answer never says which. */
  WRONG_CODE: { status: 422 },
  /** So many were wrong in a row that the next has to wait; `retry-after` says how long. */
  TOO_MANY_CODES: { status: 429 },
  /** Of a sign-in whose code did not come in time, or that was ended meanwhile. */
  SECOND_STEP_OVER: { status: 401 },
  /** One has to be set up before anything else. */
  SECOND_FACTOR_MISSING: { status: 403 },
  /** In another tab, or by an administrator. */
  SECOND_FACTOR_CHANGED: { status: 409 },
  /** Nobody takes their own away without password and code. */
  OWN_SECOND_FACTOR: { status: 409 },
  /** More passwords are being checked than there is time for. */
  SIGN_IN_BUSY: { status: 503 },
  /** Of what needs a sign-in of the last minutes, where there is no password to ask for. */
  SIGN_IN_AGAIN: { status: 403 },
  /** It would replace the password without asking for it. */
  OWN_PASSWORD_LINK: { status: 409 },
  EMAIL_TAKEN: { status: 409 },
  /** Without one, nobody could make another. */
  LAST_ADMINISTRATOR: { status: 409 },
  TOO_MANY: { status: 409 },
  /** At most one follow-up a question is open. */
  ASKED_ALREADY: { status: 409 },
  /** Taken back, or answered, by now. */
  NOT_ASKED: { status: 409 },
  NOTHING_TO_APPROVE: { status: 409 },
  /** Of an approval: the answers are no more those that were read. */
  ANSWER_CHANGED: { status: 409 },
  THREAD_FULL: { status: 409 },
  /** Of an idempotency key: empty, too long, or with characters that a header should not have. */
  IDEMPOTENCY_KEY_INVALID: { status: 400 },
  /** The first call under an idempotency key is under way, or nobody knows how it ended. */
  CALL_UNFINISHED: { status: 409 },
  /** By its author, in another window or on another device. */
  NOTE_CHANGED: { status: 409 },
  NOTES_FULL: { status: 409 },
  /** A client has so many live links to the brief. */
  SHARES_FULL: { status: 409 },
  /** Of a link to a brief: revoked, past its end, or never made; the answer does not say which. */
  SHARE_OVER: { status: 404 },
  /** On another device of the same manager. */
  DRAFT_CHANGED: { status: 409 },
  /** In another window, or by another administrator. */
  SETTING_CHANGED: { status: 409 },
  /** The environment sets it; the sentence names the variable. */
  SETTING_LOCKED: { status: 409 },
  /** There is no mail server, or no sender. */
  MAIL_OFF: { status: 409 },
  /** Of an erasure: what was typed is not the client's name. */
  NAME_MISMATCH: { status: 422 },
  /** Another client has it already. */
  EXTERNAL_ID_TAKEN: { status: 409 },
  TOO_MANY_VIEWS: { status: 409 },
  TOO_MANY_TAGS: { status: 409 },
  TOO_MANY_FIELDS: { status: 409 },
  /** Another field has the name already. */
  FIELD_NAME_TAKEN: { status: 409 },
  INTERVIEW_NAME_TAKEN: { status: 409 },
  TOO_MANY_INTERVIEWS: { status: 409 },
  /** A release or the operator's file writes it. */
  INTERVIEW_READ_ONLY: { status: 409 },
  /** Only what was never published can be deleted, or its clients would lose their questions. */
  INTERVIEW_PUBLISHED: { status: 409 },
  /** It has no version, or is retired. */
  INTERVIEW_NOT_OFFERED: { status: 409 },
  /** New clients get it, so it cannot be retired. */
  INTERVIEW_IS_DEFAULT: { status: 409 },
  /** Its draft is all there is of it. */
  INTERVIEW_UNPUBLISHED: { status: 409 },
  /** By somebody else, or in another window. */
  INTERVIEW_DRAFT_CHANGED: { status: 409 },
  /** There is no draft. */
  NOTHING_TO_PUBLISH: { status: 409 },
  /** Of an entry name of a draft; `details` say whose. */
  ENTRY_TAKEN: { status: 409 },
  /** One manager's acts on many clients are done one after the other. */
  BULK_RUNNING: { status: 409 },
  /** Of an act on many clients. */
  TOO_MANY_CLIENTS: { status: 409 },
  /** Of an act on many clients: too late, undone already, or of a kind that cannot be undone. */
  UNDO_OVER: { status: 409 },
  /** Other managers' searches are under way, as many as the server does at once. */
  SEARCH_BUSY: { status: 503 },
  /** `details` say why. */
  NO_PDF: { status: 501 },
} as const satisfies { [Code in string]: { status: number } };

export type ManageErrorCode = keyof typeof manageErrors;
