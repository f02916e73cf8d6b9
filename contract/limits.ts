/** The limits that browser and server share, with the unit in each name. Most of them come from spec §9. */

/** A call that takes longer ends as TIMEOUT (spec §7). */
export const REQUEST_TIMEOUT_MS = 10_000;

export const TOAST_APPEAR_MS = 100;
export const TOAST_DURATION_MS = 4_000;
export const TOAST_ERROR_DURATION_MS = 6_000;
export const TOAST_FADE_MS = 300;

/** The length of an answer's `name`, in characters as a reader counts them. */
export const ANSWER_NAME_CHARACTERS = 50;
/** The list cuts longer answers here and offers "Show more". */
export const ANSWER_PREVIEW_CHARACTERS = 80;

export const ANSWER_BOX_ROWS = 4;
export const ANSWER_BOX_MAX_HEIGHT_PX = 200;
export const TRANSCRIPT_MODAL_MAX_HEIGHT_PX = 400;
export const TRANSCRIPT_INLINE_MAX_HEIGHT_PX = 300;

export const SATISFACTION_MIN = 1;
export const SATISFACTION_MAX = 10;
/** Where the slider starts, and what a reader assumes if there is no value. */
export const SATISFACTION_DEFAULT = 5;
export const TOOL_RATING_MIN = 1;
export const TOOL_RATING_MAX = 5;

export const SPEECH_LANGUAGE = "en-US";
/** From the end of dictation to submitting its text (spec §4). */
export const DICTATION_SUBMIT_DELAY_MS = 100;
/** After a stop request, a speech engine that never reports its end counts as ended after this time. */
export const DICTATION_STOP_LIMIT_MS = 1_500;

/** The longest recording, and how long before its end the warning comes. */
export const TAKE_MAX_DURATION_MS = 5 * 60_000;
export const TAKE_WARNING_MS = 30_000;
/** A recorder stops a little after the request to stop. */
export const TAKE_DURATION_TOLERANCE_MS = 5_000;
/** The bit rate that we request; a browser may use a higher one. */
export const TAKE_BITS_PER_SECOND = 32_000;
/** How often the recorder hands over audio; a crash loses the rest. */
export const TAKE_CHUNK_MS = 750;
/** Part of an upload, small enough for the 10-second timeout on a slow connection. */
export const TAKE_PART_MAX_BYTES = 64 * 1024;
export const TAKE_MAX_BYTES = 10 * 1024 * 1024;
export const TAKE_PARTS_MAX = TAKE_MAX_BYTES / TAKE_PART_MAX_BYTES;
export const TAKES_PER_CLIENT_MAX = 500;
export const TAKES_PER_CLIENT_MAX_BYTES = 200 * 1024 * 1024;
/** How long the audio of a deleted answer is kept, in case the answer comes back. */
export const TAKE_KEPT_UNNAMED_MS = 3_600_000;
/** How long a take that no record has named is kept, for a device that went offline after the upload. */
export const TAKE_KEPT_NEVER_NAMED_MS = 7 * 86_400_000;
export const TAKE_MIME_TYPE_MAX_LENGTH = 100;
/** After a stop request, a recorder that never reports its end counts as stopped after this time. */
export const TAKE_STOP_LIMIT_MS = 2_000;
/** The timeout for downloading a whole take over a slow connection. */
export const TAKE_AUDIO_TIMEOUT_MS = 60_000;

/** The loading overlay appears only if loading takes longer than this. */
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
/** The longest text that is parsed as an access key; a real one has 42 characters. */
export const ACCESS_KEY_MAX_LENGTH = 200;
export const IDEMPOTENCY_KEY_MAX_LENGTH = 200;

/** How long a sign-in link works: in an invitation, in any other mail, and at most. */
export const INVITATION_LINK_DAYS = 14;
export const SIGN_IN_LINK_DAYS = 7;
export const SIGN_IN_LINK_DAYS_MAX = 30;
/** The most unused sign-in links of a client; a further one ends the oldest. */
export const UNBOUND_LINKS_MAX = 5;
/** For a client who asks for sign-in links: the minutes between two mails, and the most mails in a day. */
export const LINK_MAIL_REST_MINUTES = 10;
export const LINK_MAILS_PER_DAY = 3;
/** Requests for a link in an hour: for one mail address, and from one caller. */
export const LINK_REQUESTS_PER_HOUR_OF_ADDRESS = 5;
export const LINK_REQUESTS_PER_HOUR = 120;
/** If a sign-in link is used this soon after its mail was delivered, a mail scanner may have opened it. */
export const LINK_USED_SOON_MS = 60_000;

/** The size limit of a body if its call sets no other. */
export const PLAIN_BODY_MAX_BYTES = 4 * 1024;
/** Larger, because a passkey's answer has several parts. */
export const PASSKEY_BODY_MAX_BYTES = 16 * 1024;
/** The size limit of a whole record. */
export const BODY_MAX_BYTES = 4 * 1024 * 1024;

/** How many of a client's submissions in an hour trigger notifications; each further one replaces the previous one. */
export const SUBMISSIONS_PER_HOUR = 20;
/** For one client. The first submission and the newest ones are kept. */
export const SUBMISSIONS_KEPT_MAX = 100;
export const SUBMISSIONS_KEPT_MAX_BYTES = 20 * 1024 * 1024;

export const HISTORY_MAX_DAYS = 30;
export const HISTORY_MAX_STEPS = 500;
/** For one client; the newest steps are kept. Together with submissions, a client's history takes at most 50 MiB. */
export const HISTORY_MAX_BYTES = 30 * 1024 * 1024;

export const ACCESS_KEY_LIFETIME_DAYS = 90;
export const PASSKEY_LIFETIME_DAYS = 365;
/** For one client; a further passkey ends the oldest. */
export const PASSKEYS_MAX = 10;
/** How long a person has to unlock the device. */
export const PASSKEY_CHALLENGE_MINUTES = 5;
export const CREDENTIAL_ID_MAX_LENGTH = 1_400;
export const CREDENTIAL_PART_MAX_LENGTH = 3_000;
export const HAND_OVER_MINUTES = 5;
/** Hand-overs of one client in `HAND_OVER_MINUTES`, since each adds a line to the audit trail. */
export const HAND_OVERS_PER_WINDOW = 20;
/** How long a helper's link works. */
export const HELPER_LINK_DAYS = 14;
/** Helpers of one client. */
export const HELPERS_MAX = 20;
export const HELPER_NAME_MAX_LENGTH = 60;
/** Links for helpers of one client in an hour, since each adds a line to the audit trail. */
export const HELPER_LINKS_PER_HOUR = 40;
export const SESSION_IDLE_HOURS = 8;
export const SESSION_ABSOLUTE_HOURS = 24;
export const SESSIONS_PER_KEY_MAX = 20;
export const SESSION_REQUESTS_PER_MINUTE = 600;

export const EXCHANGE_FAILURES_PER_MINUTE = 10;
export const EXCHANGE_FAILURES_PER_HOUR = 50;
/** From all addresses together. */
export const EXCHANGE_FAILURES_PER_MINUTE_IN_ALL = 200;
/** Counts successful exchanges too. */
export const EXCHANGES_PER_MINUTE_OF_KEY = 30;
/** Failures in a row for one access key, from any address; after them comes a wait that doubles with each failure. */
export const KEY_FAILURES_BEFORE_WAIT = 10;
export const KEY_WAIT_FIRST_MS = 30_000;
export const KEY_WAIT_MAX_MS = 3_600_000;

export const PIN_DIGITS = 6;
/** The longest text that is parsed as a PIN; people put spaces into numbers. */
export const PIN_MAX_LENGTH = 50;
/** Wrong tries in a row; after them the PIN stops working. */
export const PIN_TRIES_MAX = 10;
