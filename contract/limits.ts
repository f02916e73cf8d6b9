/**
 * Every number that both sides agree on, with its unit in its name. Source: spec §9, product §3.
 */

/** A call that takes longer ends as TIMEOUT (spec §7). */
export const REQUEST_TIMEOUT_MS = 10_000;

export const TOAST_APPEAR_MS = 100;
export const TOAST_DURATION_MS = 4_000;
export const TOAST_ERROR_DURATION_MS = 6_000;
export const TOAST_FADE_MS = 300;

/** The answer's `name`: its first characters, as a reader counts them. */
export const ANSWER_NAME_CHARACTERS = 50;
/** A longer answer is shown in the list up to here, with Show more. */
export const ANSWER_PREVIEW_CHARACTERS = 80;

export const ANSWER_BOX_ROWS = 4;
export const ANSWER_BOX_MAX_HEIGHT_PX = 200;
export const TRANSCRIPT_MODAL_MAX_HEIGHT_PX = 400;
export const TRANSCRIPT_INLINE_MAX_HEIGHT_PX = 300;

export const SATISFACTION_MIN = 1;
export const SATISFACTION_MAX = 10;
/** Where the slider rests until it is touched, and what a reader takes an absent value for. */
export const SATISFACTION_DEFAULT = 5;
export const TOOL_RATING_MIN = 1;
export const TOOL_RATING_MAX = 5;

export const SPEECH_LANGUAGE = "en-US";
/** From the end of dictation to the submitting of its text (spec §4). */
export const DICTATION_SUBMIT_DELAY_MS = 100;
/** An engine that answers a stop with no end is taken as ended after this. */
export const DICTATION_STOP_LIMIT_MS = 1_500;

/** A take is recorded for so long at most; the warning comes so long before. */
export const TAKE_MAX_DURATION_MS = 5 * 60_000;
export const TAKE_WARNING_MS = 30_000;
/** A recorder stops a little after the request to stop. */
export const TAKE_DURATION_TOLERANCE_MS = 5_000;
/** What the recorder is asked for; a browser may give more. */
export const TAKE_BITS_PER_SECOND = 32_000;
/** The recorder hands over its sound so often; a crash loses what came since. */
export const TAKE_CHUNK_MS = 1_000;
/** A part of an upload, small enough for the 10 s of a weak line. */
export const TAKE_PART_MAX_BYTES = 64 * 1024;
export const TAKE_MAX_BYTES = 10 * 1024 * 1024;
export const TAKE_PARTS_MAX = TAKE_MAX_BYTES / TAKE_PART_MAX_BYTES;
export const TAKES_PER_CLIENT_MAX = 500;
export const TAKES_PER_CLIENT_MAX_BYTES = 200 * 1024 * 1024;
/** An answer that was deleted may come back for so long; then its audio goes. */
export const TAKE_KEPT_UNNAMED_MS = 3_600_000;
/** A take that no record has named yet, as of a device that went offline after the upload. */
export const TAKE_KEPT_NEVER_NAMED_MS = 7 * 86_400_000;
export const TAKE_MIME_TYPE_MAX_LENGTH = 100;
/** A recorder that answers a stop with no end is taken as ended after this. */
export const TAKE_STOP_LIMIT_MS = 2_000;
/** A whole take, to be heard over a weak line. */
export const TAKE_AUDIO_TIMEOUT_MS = 60_000;

/** The loading overlay stays away when loading is quicker than this. */
export const LOADING_OVERLAY_DELAY_MS = 150;

/** Text lengths count UTF-16 code units, as `maxlength` of a text box does. */
export const ANSWER_MAX_LENGTH = 20_000;
export const ANSWERS_PER_QUESTION_MAX = 200;
export const ANSWER_ID_MAX_LENGTH = 100;
export const TIMESTAMP_MAX_LENGTH = 40;
export const CUSTOM_TOOLS_MAX_LENGTH = 2_000;
/** A name, an address or a number. */
export const SHORT_TEXT_MAX_LENGTH = 500;
export const URL_MAX_LENGTH = 2_048;
export const CLIENT_NAME_MAX_LENGTH = 200;
export const AUTHOR_NAME_MAX_LENGTH = 200;
/** The longest text that is looked at as an access key; a right one has 42 characters. */
export const ACCESS_KEY_MAX_LENGTH = 200;
export const IDEMPOTENCY_KEY_MAX_LENGTH = 200;

/** A sign-in link of an invitation works for so long, that of any other mail for so long. */
export const INVITATION_LINK_DAYS = 14;
export const SIGN_IN_LINK_DAYS = 7;
export const SIGN_IN_LINK_DAYS_MAX = 30;
/** Sign-in links of a client that no browser has used yet; a further one ends the oldest of them. */
export const UNBOUND_LINKS_MAX = 5;
/** A client who asks for a sign-in link gets one mail in so many minutes, and so many in a day. */
export const LINK_MAIL_REST_MINUTES = 10;
export const LINK_MAILS_PER_DAY = 3;
/** So many requests for a link are heard in an hour: of one mail address, and of one caller. */
export const LINK_REQUESTS_PER_HOUR_OF_ADDRESS = 5;
export const LINK_REQUESTS_PER_HOUR = 120;
/** A sign-in link that is used so soon after its mail was delivered may have been opened by a mail scanner. */
export const LINK_USED_SOON_MS = 60_000;

/** Of a body whose call does not say more. */
export const PLAIN_BODY_MAX_BYTES = 4 * 1024;
/** An answer of a device's lock has several parts. */
export const PASSKEY_BODY_MAX_BYTES = 16 * 1024;
/** Of a whole record. */
export const BODY_MAX_BYTES = 4 * 1024 * 1024;

/** Others hear of so many submissions of one client in an hour; each further one takes the place of the one before. */
export const SUBMISSIONS_PER_HOUR = 20;
/** Of one client; the first and the newest stay. */
export const SUBMISSIONS_KEPT_MAX = 100;
export const SUBMISSIONS_KEPT_MAX_BYTES = 20 * 1024 * 1024;

export const HISTORY_MAX_DAYS = 30;
export const HISTORY_MAX_STEPS = 500;
/** Of one client; the newest stay. With the submissions a client's past takes at most 50 MiB. */
export const HISTORY_MAX_BYTES = 30 * 1024 * 1024;

export const ACCESS_KEY_LIFETIME_DAYS = 90;
export const PASSKEY_LIFETIME_DAYS = 365;
/** Of one client; a further one ends the oldest. */
export const PASSKEYS_MAX = 10;
/** How long a person has for the lock of the device. */
export const PASSKEY_CHALLENGE_MINUTES = 5;
export const CREDENTIAL_ID_MAX_LENGTH = 1_400;
export const CREDENTIAL_PART_MAX_LENGTH = 3_000;
export const HAND_OVER_MINUTES = 5;
/** Of one client, in that time; each leaves a line in the audit trail. */
export const HAND_OVERS_PER_WINDOW = 20;
/** The link of a helper works for so long. */
export const HELPER_LINK_DAYS = 14;
/** Of one client. */
export const HELPERS_MAX = 20;
export const HELPER_NAME_MAX_LENGTH = 60;
/** Of one client, in an hour; each leaves a line in the audit trail. */
export const HELPER_LINKS_PER_HOUR = 40;
export const SESSION_IDLE_HOURS = 8;
export const SESSION_ABSOLUTE_HOURS = 24;
export const SESSIONS_PER_KEY_MAX = 20;
export const SESSION_REQUESTS_PER_MINUTE = 600;

export const EXCHANGE_FAILURES_PER_MINUTE = 10;
export const EXCHANGE_FAILURES_PER_HOUR = 50;
/** Of all addresses together. */
export const EXCHANGE_FAILURES_PER_MINUTE_IN_ALL = 200;
/** Right ones too. */
export const EXCHANGES_PER_MINUTE_OF_KEY = 30;
/** Of one access key, from wherever, without a right one between; then there is a wait that doubles. */
export const KEY_FAILURES_BEFORE_WAIT = 10;
export const KEY_WAIT_FIRST_MS = 30_000;
export const KEY_WAIT_MAX_MS = 3_600_000;

export const PIN_DIGITS = 6;
/** The longest text that is looked at as a PIN; people put spaces into numbers. */
export const PIN_MAX_LENGTH = 50;
/** In a row; then the PIN is of no use any more. */
export const PIN_TRIES_MAX = 10;
