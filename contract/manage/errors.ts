/**
 * The managers' part of the error catalog, which is never in the client's bundle. The messages are in
 * `contract/messages/console/en.json` under `error.<code>`.
 */
export const manageErrors = {
  /** The error does not say whether the email address or the password is wrong. */
  SIGN_IN_REFUSED: { status: 401 },
  /** The link was used, replaced, has expired, or never existed. */
  LINK_REFUSED: { status: 401 },
  /** The request does not come from our own page. */
  FOREIGN_REQUEST: { status: 403 },
  /** API tokens may not make this call. */
  TOKEN_NOT_ENOUGH: { status: 403 },
  /** An API token lacks a scope; the message names the first missing one. */
  SCOPE_MISSING: { status: 403 },
  /** This installation signs in by OpenID Connect only. */
  PASSWORDS_OFF: { status: 403 },
  WRONG_PASSWORD: { status: 422 },
  /** The code is wrong, was used, or is for another time; the answer does not say which. */
  WRONG_CODE: { status: 422 },
  /** Too many wrong codes in a row; `retry-after` says how long to wait. */
  TOO_MANY_CODES: { status: 429 },
  /** The sign-in's code did not arrive in time, or the sign-in was ended. */
  SECOND_STEP_OVER: { status: 401 },
  /** The account must set up a second factor first. */
  SECOND_FACTOR_MISSING: { status: 403 },
  /** The second factor was changed in another tab, or by an administrator. */
  SECOND_FACTOR_CHANGED: { status: 409 },
  /** Turning off one's own second factor takes password and code, so this call refuses it. */
  OWN_SECOND_FACTOR: { status: 409 },
  /** Too many password checks are waiting. */
  SIGN_IN_BUSY: { status: 503 },
  /** The call needs a recent sign-in, since the account has no password to ask for. */
  SIGN_IN_AGAIN: { status: 403 },
  /** The link would replace one's own password without asking for it. */
  OWN_PASSWORD_LINK: { status: 409 },
  EMAIL_TAKEN: { status: 409 },
  /** Without an administrator, no account could become one. */
  LAST_ADMINISTRATOR: { status: 409 },
  TOO_MANY: { status: 409 },
  /** A question can have only one open follow-up. */
  ASKED_ALREADY: { status: 409 },
  /** The follow-up has been withdrawn or answered. */
  NOT_ASKED: { status: 409 },
  NOTHING_TO_APPROVE: { status: 409 },
  /** The answers have changed since the approving manager read them. */
  ANSWER_CHANGED: { status: 409 },
  THREAD_FULL: { status: 409 },
  /** The idempotency key is empty, too long, or has characters that do not belong in a header. */
  IDEMPOTENCY_KEY_INVALID: { status: 400 },
  /** The first call with this idempotency key is still running, or its outcome is unknown. */
  CALL_UNFINISHED: { status: 409 },
  /** The author changed the note in another window or on another device. */
  NOTE_CHANGED: { status: 409 },
  NOTES_FULL: { status: 409 },
  /** The client has the most live links to the brief. */
  SHARES_FULL: { status: 409 },
  /** The link to a brief was revoked, has expired, or never existed; the answer does not say which. */
  SHARE_OVER: { status: 404 },
  /** The same manager changed the draft on another device. */
  DRAFT_CHANGED: { status: 409 },
  /** The setting was changed in another window, or by another administrator. */
  SETTING_CHANGED: { status: 409 },
  /** An environment variable sets it; the message names the variable. */
  SETTING_LOCKED: { status: 409 },
  /** No mail server or no sender is set up. */
  MAIL_OFF: { status: 409 },
  /** When erasing: the typed text is not the client's name. */
  NAME_MISMATCH: { status: 422 },
  /** Another client already has this external id. */
  EXTERNAL_ID_TAKEN: { status: 409 },
  TOO_MANY_VIEWS: { status: 409 },
  TOO_MANY_TAGS: { status: 409 },
  TOO_MANY_FIELDS: { status: 409 },
  /** Another field already has this name. */
  FIELD_NAME_TAKEN: { status: 409 },
  INTERVIEW_NAME_TAKEN: { status: 409 },
  TOO_MANY_INTERVIEWS: { status: 409 },
  /** A release or the operator's file defines this interview. */
  INTERVIEW_READ_ONLY: { status: 409 },
  /** Deleting a published interview would take away its clients' questions. */
  INTERVIEW_PUBLISHED: { status: 409 },
  /** The interview has no version, or is retired. */
  INTERVIEW_NOT_OFFERED: { status: 409 },
  /** New clients get this interview, so it cannot be retired. */
  INTERVIEW_IS_DEFAULT: { status: 409 },
  /** The draft is the only content of this interview, so it cannot be discarded. */
  INTERVIEW_UNPUBLISHED: { status: 409 },
  /** The draft was changed by another administrator, or in another window. */
  INTERVIEW_DRAFT_CHANGED: { status: 409 },
  /** The interview has no draft. */
  NOTHING_TO_PUBLISH: { status: 409 },
  /** An entry name in the draft is taken; `details` say by which question. */
  ENTRY_TAKEN: { status: 409 },
  /** A manager can run only one bulk action at a time. */
  BULK_RUNNING: { status: 409 },
  /** A bulk action has too many clients. */
  TOO_MANY_CLIENTS: { status: 409 },
  /** The bulk action can no longer be undone, was already undone, or is of a kind that cannot be. */
  UNDO_OVER: { status: 409 },
  /** The server already runs as many searches as it can. */
  SEARCH_BUSY: { status: 503 },
  /** The server cannot make PDFs; `details` say why. */
  NO_PDF: { status: 501 },
} as const satisfies { [Code in string]: { status: number } };

export type ManageErrorCode = keyof typeof manageErrors;
