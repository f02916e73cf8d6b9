/** Of the manager's side; the client's are in `contract/limits.ts`. */
/** Of a body that has a text of several lines, a note being the longest: up to six bytes for each character. */
export const WORDS_BODY_MAX_BYTES = 64 * 1024;
/** Of a change of all settings at once, with a logo in Base64. */
export const SETTINGS_BODY_MAX_BYTES = 384 * 1024;
/** Of the longest answer, however its characters are escaped. */
export const ANSWER_FOR_BODY_MAX_BYTES = 128 * 1024;
export const MANAGER_NAME_MAX_LENGTH = 200;
export const PASSWORD_MIN_LENGTH = 12;
export const PASSWORD_MAX_LENGTH = 200;
export const PASSWORD_LINK_DAYS = 3;
/** Of a link that a manager asked for who forgot the password. */
export const FORGOTTEN_LINK_HOURS = 1;
/** Of one address, whether an account has it or not. */
export const FORGOTTEN_PER_HOUR = 3;
/** Of one network, whatever the address: a whole office may share one. */
export const FORGOTTEN_PER_HOUR_OF_CALLER = 60;

export const MANAGER_SESSION_IDLE_HOURS = 8;
export const MANAGER_SESSION_ABSOLUTE_HOURS = 24;
export const SESSIONS_PER_MANAGER_MAX = 20;
/** Of one account from one address. */
export const SIGN_IN_FAILURES = 5;
export const SIGN_IN_FAILURES_WINDOW_MINUTES = 15;
/** Of one account in a day, from wherever; a place that the account has signed in from is let try on. */
export const SIGN_IN_FAILURES_OF_ACCOUNT = 50;
/** After so many wrong passwords in a day, from wherever, the owner of the account is mailed. */
export const GUESSES_BEFORE_NOTICE = 10;
export const KNOWN_PLACE_DAYS = 30;
/** Browsers keep no cookie for longer. */
export const KNOWN_BROWSER_DAYS = 400;
export const DEVICE_LABEL_MAX_LENGTH = 60;
/** A year, with the day that some have more. */
export const AWAY_MAX_DAYS = 366;
/** Of one address, whatever the account. */
export const SIGN_IN_FAILURES_PER_HOUR = 50;

/** RFC 6238, as authenticator apps take it without asking. */
export const CODE_PERIOD_SECONDS = 30;
export const CODE_DIGITS = 6;
/** A phone's clock may be wrong by so many periods. */
export const CODE_WINDOW_PERIODS = 1;
export const RECOVERY_CODES = 10;
/** Anyone who has given the right password has this long to find the code. */
export const SECOND_STEP_MINUTES = 5;
/** From so many wrong codes in a row on, each makes an account wait, twice as long as the one before. */
export const WRONG_CODES_BEFORE_WAIT = 10;
export const CODE_WAIT_SECONDS = 30;
export const CODE_WAIT_MAX_HOURS = 4;
/** What is typed for a code, with whatever stands between its characters. */
export const CODE_MAX_LENGTH = 100;

export const API_TOKENS_MAX = 20;
export const API_TOKEN_NAME_MAX_LENGTH = 100;
export const API_TOKEN_MAX_DAYS = 365;

export const INTERVIEW_NAME_MAX_LENGTH = 60;
export const PUBLISH_NOTE_MAX_LENGTH = 500;
/** With those that are retired; each is read at a start. */
export const INTERVIEWS_MAX = 200;

export const CLIENTS_PER_PAGE = 50;
/** Of a cursor, which holds the name that it stands behind: a name of 200 letters can fold to 6,600 bytes. */
export const CLIENT_CURSOR_MAX_LENGTH = 10_000;
export const SEARCH_MAX_LENGTH = 200;
/** Of a search in answers. */
export const SEARCH_QUERY_MIN_LENGTH = 2;
export const SEARCH_QUERY_MAX_LENGTH = 100;
export const SEARCH_WORDS_MAX = 8;
/** The best ones; `end` says how many more there are. */
export const SEARCH_HITS_MAX = 200;
export const PASSAGES_PER_HIT = 3;
/** UTF-16 code units. */
export const PASSAGE_MAX_LENGTH = 160;
export const SEARCHES_PER_MINUTE = 30;
/** On one server, of all managers. */
export const SEARCHES_AT_ONCE = 2;
/** Of a query and a selection whose every character is escaped. */
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
