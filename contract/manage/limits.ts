/** The managers' limits; those for clients are in `contract/limits.ts`. */
/**
 * The size limit of a body with a text of several lines. The longest is a note, with up to six bytes for each
 * character.
 */
export const WORDS_BODY_MAX_BYTES = 64 * 1024;
/** The size limit of a change to all settings at once, with a logo in Base64. */
export const SETTINGS_BODY_MAX_BYTES = 384 * 1024;
/** Fits the longest answer, even if all its characters are escaped. */
export const ANSWER_FOR_BODY_MAX_BYTES = 128 * 1024;
export const MANAGER_NAME_MAX_LENGTH = 200;
export const PASSWORD_MIN_LENGTH = 12;
export const PASSWORD_MAX_LENGTH = 200;
export const PASSWORD_LINK_DAYS = 3;
/** For the link that a manager requests after forgetting the password. */
export const FORGOTTEN_LINK_HOURS = 1;
/** Requests for one address, whether or not it has an account. */
export const FORGOTTEN_PER_HOUR = 3;
/** Requests from one network, for any address: a whole office may share one. */
export const FORGOTTEN_PER_HOUR_OF_CALLER = 60;

export const MANAGER_SESSION_IDLE_HOURS = 8;
export const MANAGER_SESSION_ABSOLUTE_HOURS = 24;
export const SESSIONS_PER_MANAGER_MAX = 20;
/** Failures for one account from one address. */
export const SIGN_IN_FAILURES = 5;
export const SIGN_IN_FAILURES_WINDOW_MINUTES = 15;
/**
 * Failures for one account in a day, from anywhere; a place where the account has signed in before can go on trying.
 */
export const SIGN_IN_FAILURES_OF_ACCOUNT = 50;
/** After this many wrong passwords in a day, from anywhere, the account's owner gets a mail. */
export const GUESSES_BEFORE_NOTICE = 10;
export const KNOWN_PLACE_DAYS = 30;
/** The longest that browsers keep a cookie. */
export const KNOWN_BROWSER_DAYS = 400;
export const DEVICE_LABEL_MAX_LENGTH = 60;
/** A leap year. */
export const AWAY_MAX_DAYS = 366;
/** Failures from one address, for any account. */
export const SIGN_IN_FAILURES_PER_HOUR = 50;

/** RFC 6238, with the values that authenticator apps assume by default. */
export const CODE_PERIOD_SECONDS = 30;
export const CODE_DIGITS = 6;
/** The number of periods by which a phone's clock may be wrong. */
export const CODE_WINDOW_PERIODS = 1;
export const RECOVERY_CODES = 10;
/** The time to enter the code after the right password. */
export const SECOND_STEP_MINUTES = 5;
/** After this many wrong codes in a row, each further one makes the account wait twice as long as the one before. */
export const WRONG_CODES_BEFORE_WAIT = 10;
export const CODE_WAIT_SECONDS = 30;
export const CODE_WAIT_MAX_HOURS = 4;
/** The longest text that is accepted as a code, with separators. */
export const CODE_MAX_LENGTH = 100;

export const API_TOKENS_MAX = 20;
export const API_TOKEN_NAME_MAX_LENGTH = 100;
export const API_TOKEN_MAX_DAYS = 365;

export const INTERVIEW_NAME_MAX_LENGTH = 60;
export const PUBLISH_NOTE_MAX_LENGTH = 500;
/** Includes retired ones, since the server reads all of them when it starts. */
export const INTERVIEWS_MAX = 200;

export const CLIENTS_PER_PAGE = 50;
/** A cursor holds the name of the last row: a name of 200 letters can fold to 6,600 bytes. */
export const CLIENT_CURSOR_MAX_LENGTH = 10_000;
export const SEARCH_MAX_LENGTH = 200;
/** For a search in answers. */
export const SEARCH_QUERY_MIN_LENGTH = 2;
export const SEARCH_QUERY_MAX_LENGTH = 100;
export const SEARCH_WORDS_MAX = 8;
/** The best hits are kept; `end` has the number of others. */
export const SEARCH_HITS_MAX = 200;
export const PASSAGES_PER_HIT = 3;
/** UTF-16 code units. */
export const PASSAGE_MAX_LENGTH = 160;
export const SEARCHES_PER_MINUTE = 30;
/** On one server, for all managers together. */
export const SEARCHES_AT_ONCE = 2;
/** Fits a query and a selection, even if all their characters are escaped. */
export const SEARCH_BODY_MAX_BYTES = 8 * 1024;
export const CONTACT_MAX_LENGTH = 200;
export const PHONE_MAX_LENGTH = 50;
export const WEBSITE_MAX_LENGTH = 500;
export const EXTERNAL_ID_MAX_LENGTH = 100;
export const LIVE_KEYS_MAX = 5;
export const KEY_MAX_DAYS = 730;
export const IMPORT_CLIENTS_MAX = 5_000;
export const IMPORT_COLUMNS_MAX = 100;
export const IMPORT_MAX_CHARACTERS = 1_000_000;
export const IMPORT_SAMPLE = 10;
/** The server stores an answer this long for a repeat under the same idempotency key. */
export const REPEATABLE_HOURS = 24;
