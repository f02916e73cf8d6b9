import type { Kysely } from "kysely";
import type { AccessKeyKind } from "#contract/api/access-key.ts";
import type { TakeState } from "#contract/api/calls.ts";
import type { QuestionKind } from "#contract/interview/question.ts";
import type { Language } from "#contract/languages.ts";
import type { Role } from "#contract/manage/accounts.ts";
import type { BulkAction, BulkCause, BulkItemState, BulkState } from "#contract/manage/bulk.ts";
import type { ClientState } from "#contract/manage/clients.ts";
import type { FieldKind } from "#contract/manage/fields.ts";
import type { FollowUpEntryKind } from "#contract/manage/follow-ups.ts";
import type { InterviewSource } from "#contract/manage/interviews.ts";
import type { AccountAct } from "#contract/manage/mail/account-acts.ts";
import type { MailKind, MailState } from "#contract/manage/mail/mail.ts";
import type { MailCause } from "#contract/manage/mail/mail-causes.ts";
import type { SignInWay } from "#contract/manage/sessions.ts";
import type { DeliveryCause } from "#contract/manage/webhooks/delivery-causes.ts";
import type { IncludedAnswers, WebhookFormat } from "#contract/manage/webhooks/webhook-formats.ts";
import type { DeliveryState, OffCause } from "#contract/manage/webhooks/webhooks.ts";

/**
 * The tables, the same on every engine. Ids are texts made in code, instants are epoch milliseconds, and bodies are
 * bytes that SQL never reads: answers, audio and the like are sealed (`seal.ts`).
 */
export type Tables = {
  installation: { id: number; schema_version: number };
  /** One row while the database is being filled from another one, and one after it has moved (`moving-mark.ts`). */
  moving: { id: number; source: string; begun_at: number };
  /** Definitions, by their hash: one version of an interview in one language. */
  interviews: { hash: string; body: string; first_used_at: number };
  /** The interviews that clients can have. */
  interview_catalog: {
    interview_id: string;
    name: string;
    /** Unique. */
    folded_name: string;
    source: InterviewSource;
    /** Null before the first version. */
    current_version: number | null;
    /** 1 for the interview of new clients, else 0. */
    is_default: number;
    created_at: number;
    created_by: string | null;
    /** From this instant on, no new client gets the interview. */
    retired_at: number | null;
  };
  /** Published versions; their rows never change. */
  interview_versions: {
    interview_id: string;
    /** From 1. */
    number: number;
    /** JSON as in an interview file, in all languages of the interview. */
    body: string;
    /** JSON: the hashes of its definitions by language, the interview's first language first. */
    hashes: string;
    note: string | null;
    published_at: number;
    /** An account manager's id; null if the server or a command published it. */
    published_by: string | null;
  };
  /** Drafts of the next version, at most one per interview. */
  interview_drafts: {
    interview_id: string;
    /** JSON as in an interview file; it may be incomplete. */
    body: string;
    /** From 1; each change adds 1. */
    revision: number;
    /** The version that the draft was made from; null if it began empty. */
    based_on: number | null;
    changed_at: number;
    changed_by: string;
  };
  /** The kinds of question that each entry name of records has had, in all versions of all interviews. */
  entry_names: { name: string; kind: QuestionKind };
  /** Account managers and administrators. */
  managers: {
    manager_id: string;
    name: string;
    /** Lower case. */
    email: string;
    role: Role;
    /** Null until the first password link is used. */
    password_hash: string | null;
    created_at: number;
    last_used_at: number | null;
    revoked_at: number | null;
    /** Null while the account has no second factor, or one that no code has confirmed yet. */
    second_factor_at: number | null;
    /** IANA name, from the browser at the latest sign-in. */
    time_zone: string | null;
    /** YYYY-MM-DD in the manager's time zone: the latest day whose digest was sent, or was empty. */
    digested_on: string | null;
  };
  /** Managers who are away, at most one row per manager. */
  manager_absences: {
    manager_id: string;
    /**
     * Never a manager who is also away. Null if the administrators have the clients, since that account was revoked.
     */
    hand_to: string | null;
    /** YYYY-MM-DD in the time zone that the manager had at the hand-over of the clients. */
    until: string;
    /** When that day begins in that time zone. */
    ends_at: number;
    began_at: number;
  };
  /** The secrets shared with authenticator apps, at most one per manager. */
  second_factors: {
    manager_id: string;
    /** Sealed. */
    secret: Uint8Array;
    /** The period of the last code that was used, in units of 30 s since 1970. */
    last_period: number;
    wrong_in_row: number;
    /** No code is checked before this instant. */
    wait_until: number | null;
  };
  /** Unused recovery codes. A code has 120 random bits, so a plain SHA-256 hides it. */
  recovery_codes: { manager_id: string; code_hash: string };
  /** Sign-ins that still need a second-factor code. */
  second_steps: {
    token_hash: string;
    manager_id: string;
    way: SignInWay;
    expires_at: number;
    password_hash: string | null;
  };
  /** One-time links for setting a password. When one is used, all of that manager's links end. */
  password_links: { token_hash: string; manager_id: string; created_at: number; expires_at: number };
  /** Managers' identities at the OpenID Connect provider; at most one per manager and issuer. */
  manager_identities: { issuer: string; subject: string; manager_id: string; linked_at: number };
  manager_sessions: {
    /** SHA-256 of the token, hex. */
    token_hash: string;
    manager_id: string;
    created_at: number;
    last_used_at: number;
    expires_at: number;
    way: SignInWay;
    /** The address that began the session, without the part that tells one household from the next. */
    address: string | null;
    /** In our own words, such as "Firefox on Windows". */
    device: string | null;
    /** SHA-256 of the browser's lasting cookie, hex; null if the browser had none. */
    browser_hash: string | null;
  };
  /** Browsers that accounts have signed in with. */
  known_browsers: {
    manager_id: string;
    /** SHA-256 of the browser's lasting cookie, hex. */
    browser_hash: string;
    last_used_at: number;
    /** The manager's own name for the browser. */
    label: string | null;
  };
  /** Tokens of programs that act for a manager. */
  api_tokens: {
    token_hash: string;
    /** Public. */
    token_id: string;
    manager_id: string;
    name: string;
    created_at: number;
    last_used_at: number | null;
    expires_at: number | null;
    /** Scopes, separated by spaces. */
    scopes: string;
  };
  /**
   * The keys that seal the bodies of one client, or of the installation. Erasing a client destroys the client's key at
   * once.
   */
  data_keys: {
    /** A client's id, or `installation`. */
    owner: string;
    /** The id of a master key in the secrets file. */
    master_key_id: string;
    /** Encrypted with that master key. Empty in a backup, whose data keys are in a file beside it. */
    wrapped: Uint8Array;
    /**
     * 1 if none of the owner's data is still stored in the form of an earlier release, else 0. The installation's also
     * stays 0 while freed pages may hold earlier data of clients' rows.
     */
    is_whole: number;
  };
  clients: {
    client_id: string;
    name: string;
    /** For search and order (`normalized-name.ts`). */
    folded_name: string;
    email: string | null;
    draft_key: Uint8Array;
    /** Null if the administrators look after the client. */
    manager_id: string | null;
    /** A manager who is away and has handed the client over; gets the client back afterwards. Else null. */
    home_manager_id: string | null;
    created_at: number;
    last_seen_at: number | null;
    /** From the latest sign-in; before one, as the manager chose. Else null. */
    language: Language | null;
    /** The person who answers for the business. */
    contact: string | null;
    /** The client's id in another program; unique. */
    external_id: string | null;
    phone: string | null;
    website: string | null;
    /** YYYY-MM-DD in the provider's time zone. */
    due_on: string | null;
    /** IANA name, from the latest sign-in. */
    time_zone: string | null;
    /** When the first link or key was sent. */
    invited_at: number | null;
    /** When the client first signed in. */
    opened_at: number | null;
    /** When the first submission was made; written by `noteStates` alone. */
    submitted_at: number | null;
    /** The state that follows from these facts and the record; written by `noteStates` alone. */
    state: ClientState;
    /** Full hours from 1970 to the later of last_seen_at and the record's saved_at; 0 without both. */
    active_hour: number;
    /** The content hash of the record whose answers were all approved. */
    approved_hash: string | null;
    /** When all answers were approved. */
    approved_at: number | null;
    /** The number of questions with an unanswered follow-up, and when the oldest of those was asked. */
    follow_ups_out: number;
    waiting_since: number | null;
    /** Since when, and why, mail does not reach the client; null again after a mail arrives. */
    mail_trouble_at: number | null;
    mail_trouble: MailCause | null;
    /** Automatic reminders sent before a submission. */
    reminders_sent: number;
    /** 1 if the server sends the client no reminders, else 0. */
    reminders_off: number;
    /** When the client's latest period of inactivity began that webhooks were notified of. */
    inactive_since: number | null;
    interview_id: string;
    /** The version that the client stays on since the first submission; null if the client gets the current one. */
    interview_version: number | null;
    /** Set once no reader sees the client any more; the row stays until all other data is erased. */
    erased_at: number | null;
  };
  /** Erased clients; empty on SQLite, which uses a file instead. */
  erased_clients: { client_id: string; erased_at: number };
  access_keys: {
    /** Public; the table has only a keyed hash of the secret part. */
    key_id: string;
    client_id: string;
    secret_hash: string;
    pepper_id: string;
    created_at: number;
    expires_at: number;
    revoked_at: number | null;
    last_used_at: number | null;
    kind: AccessKeyKind;
    /** When the first browser used the key of a sign-in link; null before, and for lasting keys. */
    bound_at: number | null;
    /** SHA-256 of that browser's cookie, hex. */
    browser_hash: string | null;
    /** The mail that carries the key; null if a person passes the link on. */
    mail_id: string | null;
    /** When the key's sessions end, if not with the key. */
    sessions_until: number | null;
  };
  /** Each passkey has an access key, which its sessions refer to and which ends with it. */
  passkeys: {
    key_id: string;
    client_id: string;
    /** The authenticator's own name for it, base64url. */
    credential_id: string;
    /** COSE, base64url. */
    public_key: string;
    /** The authenticator's count of uses; 0 if the authenticator does not count. */
    uses: number;
    /** In our own words, such as "iPhone, Safari". */
    device: string | null;
  };
  /** People whom a client has asked to answer one section. The row is deleted when the client ends their access. */
  helpers: {
    helper_id: string;
    client_id: string;
    /** The key of the helper's latest link. */
    key_id: string;
    section_id: string;
    /** Sealed. `draft_key` opens the helper's drafts on a device. */
    name: Uint8Array;
    draft_key: Uint8Array;
    /** 1 if the helper sees the section's forms and the client's answers, else 0. */
    sees_all: number;
    added_at: number;
    /**
     * How many of the helper's answers the record had after the latest save, and how many the client was notified of.
     */
    answers: number;
    notified: number;
    /** When the helper said that the section is done. */
    done_at: number | null;
  };
  /** Challenges that a passkey has answered, so that each is answered only once. */
  used_challenges: {
    /** SHA-256, hex. */
    challenge_hash: string;
    ends_at: number;
  };
  /** Wrong keys with this id in a row; no row without any since the last right key. */
  key_waits: {
    /** The id may belong to no key. */
    key_id: string;
    failures: number;
    /** No wrong key with this id is checked before this instant. */
    wait_until: number;
  };
  /** Counts for rate limits, shared by all servers. */
  rate_counts: {
    /** A keyed hash of the limit and of whom it applies to. */
    name: string;
    used: number;
    /** When the count starts over. */
    ends_at: number;
  };
  /** Clients' second secrets, sent by another channel; no row for a client without a PIN. */
  client_pins: {
    client_id: string;
    /** scrypt of the PIN's keyed hash, as text with all parameters for verifying. */
    pin_hash: string;
    pepper_id: string;
    set_at: number;
    /** Tries since the last right PIN, including tries under way. */
    tries: number;
    /** Set after too many wrong tries. */
    stopped_at: number | null;
  };
  sessions: {
    /** SHA-256 of the token, hex. */
    token_hash: string;
    /** Public. */
    session_id: string;
    key_id: string;
    client_id: string;
    created_at: number;
    last_used_at: number;
    /** The end of the key's or of the session's life, whichever is first. */
    expires_at: number;
    /** In our own words, such as "iPhone, Safari". */
    device: string | null;
    /** Null if the client signed in. */
    helper_id: string | null;
  };
  /** One row per client: the current revision, and what lists show of the record. */
  records: {
    client_id: string;
    revision: number;
    /** Hash of the body, to tell a change from a repeat. */
    content_hash: string;
    /**
     * The interview whose entries are all that the record holds; empty if the record also has entries to carry over.
     */
    interview_hash: string;
    completed: number;
    total: number;
    percent: number;
    /** JSON: ids of the complete questions. */
    complete_questions: string;
    /** JSON: ids of the questions that are not asked, since their conditions do not hold. */
    not_asked: string;
    last_section: string | null;
    saved_at: number;
    submitted_at: number | null;
    submitted_hash: string | null;
  };
  /** Records with their history: each stored change is a row, and the newest row is the current record. */
  revisions: {
    client_id: string;
    revision: number;
    body: Uint8Array;
    saved_at: number;
    /** In our own words, such as "iPhone, Safari"; `server` for a transcript; null if unknown. */
    device: string | null;
  };
  /** The results of saves with an idempotency key, so that a repeat gets the same answer. */
  idempotency_keys: {
    client_id: string;
    idempotency_key: string;
    request_hash: string;
    revision: number;
    saved_at: number;
    used_at: number;
  };
  /** The current state of the follow-ups on a client's question; their entries are the rows of `thread_entries`. */
  threads: {
    client_id: string;
    question_id: string;
    /** The number of entries, which are numbered from 1. */
    entries: number;
    /** Set only while the last entry asks a question. */
    asked_at: number | null;
    /** The mark of the approved content; null if not approved. */
    approved_mark: string | null;
  };
  thread_entries: {
    client_id: string;
    question_id: string;
    entry: number;
    kind: FollowUpEntryKind;
    /** Null if the entry is the client's. */
    manager_id: string | null;
    /** Sealed text of the question asked. */
    body: Uint8Array | null;
    at: number;
  };
  /** The answers that a manager last saw of a client. */
  looks: {
    client_id: string;
    manager_id: string;
    /** 0 if nothing was saved yet. */
    revision: number;
    /** The content hash of that revision; empty for revision 0. */
    content_hash: string;
    /** Sealed, since a short answer could be guessed from its mark. */
    marks: Uint8Array;
    looked_at: number;
  };
  /** Managers' notes about a client. */
  notes: {
    note_id: string;
    client_id: string;
    /** The author. */
    manager_id: string;
    /** Sealed. */
    body: Uint8Array;
    /** From 1; each change adds 1. */
    version: number;
    added_at: number;
    changed_at: number | null;
  };
  /** Links that show a client's brief to people without an account. */
  shares: {
    /** Public. */
    share_id: string;
    /** SHA-256 of the token in the link, hex. */
    token_hash: string;
    client_id: string;
    /** An account manager's id. */
    made_by: string;
    /** Sealed: who the link is for. */
    recipient: Uint8Array;
    /** JSON: what the brief shows beside the answers. */
    options: string;
    made_at: number;
    expires_at: number;
    revoked_at: number | null;
    /** How often Open brief was pressed. */
    opens: number;
    last_opened_at: number | null;
  };
  /** Drafts of follow-ups, at most one per manager and question. */
  drafts: {
    client_id: string;
    manager_id: string;
    /** The question's id. */
    place: string;
    /** Sealed. */
    body: Uint8Array;
    changed_at: number;
  };
  /** Custom fields of clients, beside the built-in facts. */
  fields: {
    field_id: string;
    name: string;
    folded_name: string;
    kind: FieldKind;
    /** JSON: the options of a choice; an empty list for other kinds. */
    options: string;
    created_at: number;
  };
  field_values: {
    client_id: string;
    field_id: string;
    /** Sealed text, for a text field; else null. */
    body: Uint8Array | null;
    /** The value of a number, date or choice field; else null. */
    value: string | null;
  };
  /** Unused, stays empty: earlier releases measured the time spent on sections with this table (decision 25). */
  work_moments: {
    client_id: string;
    revision: number;
    moments: string;
  };
  /** Unused, stays empty: from the same measurement. */
  section_times: {
    client_id: string;
    section_id: string;
    active_ms: number;
    is_finished: number;
  };
  submissions: {
    submission_id: string;
    client_id: string;
    revision: number;
    content_hash: string;
    body: Uint8Array;
    submitted_at: number;
    /** The hash of the definition that was asked, in its first language; null for a row from an earlier release. */
    interview_hash: string | null;
  };
  /** Recorded audio answers. A device makes `take_id`, so that is unique only within its client. */
  takes: {
    client_id: string;
    take_id: string;
    /** No reader sees a dropped take; its row stays until all of its bytes are deleted. */
    state: TakeState | "dropped";
    /** This column and the next two are set when the take is closed. */
    question_id: string | null;
    mime_type: string | null;
    /** Hash of the closing request, to recognize a repeat. */
    closing_hash: string | null;
    /** The size of its parts, later of its stored copy; counts toward the client's quota. */
    bytes: number;
    /** Measured when the stored copy is made. */
    duration_ms: number | null;
    /** Sealed text. */
    transcript: Uint8Array | null;
    created_at: number;
    closed_at: number | null;
    /** When the take is deleted unless a record names it by then; null while a record names it. */
    drop_at: number | null;
  };
  /** The parts of a take that a device has sent, until the stored copy is made. */
  take_parts: { client_id: string; take_id: string; part: number; sha256: string; body: Uint8Array };
  /** The stored copies, in pieces so small that no other write waits long. */
  audio_pieces: { audio_id: string; piece: number; body: Uint8Array };
  /** Copies in object storage, and other objects that may be left there. */
  audio_objects: {
    object_key: string;
    client_id: string;
    take_id: string;
    /** Size of the copy before sealing; null for an object that is not, or not yet, a copy and is to be deleted. */
    bytes: number | null;
  };
  /** Jobs that must be done once, even after a crash. A finished job has no row. */
  jobs: {
    job_id: string;
    kind: string;
    /** Unique: adding a job with the same key updates that job. */
    dedupe_key: string;
    /** JSON; ids only. */
    payload: string;
    attempts: number;
    next_at: number;
    /** Until this instant, the worker with this lease has the job; after it, any worker may take the job. */
    leased_until: number | null;
    lease: string | null;
    created_at: number;
  };
  /** Results of managers' calls with an idempotency key, for 24 hours. */
  repeatable_calls: {
    /** SHA-256 of the credential, hex: each of a manager's credentials has separate keys. */
    caller: string;
    /** SHA-256 of the key, hex. */
    key_hash: string;
    /** A keyed hash with the idempotency key as its key, so that it does not reveal the body. */
    request_hash: string;
    /** Sealed. Null while the call is under way, or if its result is unknown. */
    answer: Uint8Array | null;
    /** Null if the call is about no client, or about several. */
    client_id: string | null;
    used_at: number;
  };
  /**
   * The addresses that messages are sent to. Address and secrets are sealed, since an address can also hold a secret.
   */
  webhooks: {
    webhook_id: string;
    address: Uint8Array;
    secret: Uint8Array;
    /** The previous secret also signs until `previous_until`. */
    previous_secret: Uint8Array | null;
    previous_until: number | null;
    /** JSON: the message kinds. */
    kinds: string;
    /** An account manager's id; null for the operator. */
    made_by: string | null;
    created_at: number;
    /** Null while the webhook is on. */
    off_at: number | null;
    off_cause: OffCause | null;
    format: WebhookFormat;
    answers: IncludedAnswers;
    /** About the failed tries in a row: the first, the last, their number, and the result of the last. */
    failing_since: number | null;
    failed_at: number | null;
    failed_tries: number;
    failed_status: number | null;
    failed_cause: DeliveryCause | null;
  };
  /** Messages for webhooks, each written in the transaction of the change that it reports. */
  webhook_messages: {
    /** The `webhook-id` header. */
    message_id: string;
    kind: string;
    /** Null if the message is about no client, such as a test. */
    client_id: string | null;
    /** The revision of the client's record, if there is one. */
    revision: number | null;
    body: Uint8Array;
    created_at: number;
  };
  /** The delivery of one message to one webhook. */
  webhook_deliveries: {
    message_id: string;
    webhook_id: string;
    state: DeliveryState;
    attempts: number;
    created_at: number;
    /** When the next try is due; null if no more tries follow. */
    next_at: number | null;
    /** This column and the next three are about the last try. */
    last_at: number | null;
    status: number | null;
    cause: DeliveryCause | null;
    duration_ms: number | null;
  };
  /** Mails and their delivery. The table has no addresses: they are looked up at sending. */
  mails: {
    mail_id: string;
    /** Unique: a second mail with the same key is not added. */
    dedupe_key: string;
    kind: MailKind;
    /** Null if the mail is about an account, or about several clients. */
    client_id: string | null;
    /** What was done to an account, and the account's manager; null in all other mails. */
    act: AccountAct | null;
    about_manager_id: string | null;
    /** The account manager who gets the mail; null if the client gets it. */
    manager_id: string | null;
    /** The manager who requested the mail; null if the server did. */
    asked_by: string | null;
    /** In automatic reminders and follow-up mails: the latest follow-up's time, 0 without one; else null. */
    round: number | null;
    state: MailState;
    attempts: number;
    created_at: number;
    /** When the next try is due; null if no more tries follow. */
    next_at: number | null;
    /** This column and the next two are about the last try. */
    last_at: number | null;
    status: number | null;
    cause: MailCause | null;
    /** SHA-256 of the token in the opt-out link, hex. */
    opt_out_hash: string | null;
    /** The bulk action that the mail is part of. */
    bulk_id: string | null;
    /** Sealed: the words that the manager adds to the template. */
    words: Uint8Array | null;
    /** The webhook that the mail is about. */
    webhook_id: string | null;
    /** Device and address of the sign-in that the mail is about. */
    device: string | null;
    address: string | null;
  };
  /** The mails that a manager chose; no row for a manager who has not chosen. */
  mail_choices: {
    manager_id: string;
    /** 1 or 0. */
    submitted: number;
    answered: number;
    digest: number;
    stuck_days: number | null;
    changed_at: number;
  };
  /** The provider's mail templates; no row where the built-in one is used. */
  mail_templates: { kind: MailKind; language: Language; subject: string; text: string; changed_at: number };
  tags: { tag_id: string; name: string; folded_name: string; created_at: number };
  client_tags: { client_id: string; tag_id: string };
  /** Named selections of clients. */
  views: {
    view_id: string;
    name: string;
    /** Null for a view that all managers share. */
    owner: string | null;
    /** JSON. */
    selection: string;
    created_at: number;
    /** JSON; null stands for the default columns. */
    columns: string | null;
  };
  /** Actions on many clients; a job works through each, a few clients at a time. */
  bulk_jobs: {
    bulk_id: string;
    manager_id: string;
    action: BulkAction;
    /** Sealed JSON, since an invitation contains a manager's words. */
    params: Uint8Array;
    state: BulkState;
    created_at: number;
    /** When all items were done; null before. */
    ended_at: number | null;
  };
  bulk_items: {
    bulk_id: string;
    client_id: string;
    /** From 0, in the order of work. */
    place: number;
    state: BulkItemState;
    /** Why nothing was done for this client. */
    cause: BulkCause | null;
    /** JSON: what an undo restores. */
    before: string | null;
  };
  /** Settings that administrators make in the console. */
  settings: {
    name: string;
    /** Sealed JSON. Null after the console's value was removed; the row keeps its version. */
    value: Uint8Array | null;
    /** Shared by all settings: each change gets the next number. */
    version: number;
    changed_at: number;
    /** An account manager's id. */
    changed_by: string;
  };
  /** Counts of clients, written by triggers on `clients`. Rows with the same fact and value are added up. */
  client_tallies: {
    manager_id: string | null;
    interview_id: string;
    /**
     * A client's state (`value` is 1 if invited), an instant (in quarters of an hour), or a span between two steps (in
     * hours).
     */
    fact: string;
    value: number;
    /** How many clients this row adds; negative if it removes some. */
    clients: number;
  };
  /** Clients who want no mail. */
  mail_opt_outs: { client_id: string; opted_out_at: number };
  /** The audit trail: who did what to which account or client. No event contains a key, a token or an answer. */
  events: {
    event_id: string;
    at: number;
    kind: string;
    actor: string;
    client_id: string | null;
    key_id: string | null;
    request_id: string | null;
    detail: string | null;
    /** The address of the request, without the part that tells one household from the next. */
    address: string | null;
    /** The device of the manager's session, in our own words. */
    device: string | null;
    /** From 1, without gaps. */
    seq: number;
    /** Hash of this event and all earlier ones (`audit-chain.ts`). */
    hash: string;
  };
  /** One row: that of the newest event. */
  audit_head: { id: number; seq: number; hash: string };
};

type Listed = { [Table in keyof Tables]?: readonly (keyof Tables[Table])[] };

/** A connection to the tables, in a transaction or outside. */
export type Db = Kysely<Tables>;

/** What is computed from a record when it is stored, so that lists need not open it. */
export const summaryColumns = [
  "completed",
  "total",
  "percent",
  "complete_questions",
  "not_asked",
  "last_section",
] as const satisfies (keyof Tables["records"])[];

/**
 * All columns of the tables whose rows are written or read whole in several places. Those places use this list, so that
 * a new column is inserted, updated, copied and read everywhere.
 */
export const tableColumns = {
  records: [
    "client_id",
    "revision",
    "content_hash",
    "interview_hash",
    ...summaryColumns,
    "saved_at",
    "submitted_at",
    "submitted_hash",
  ],
  access_keys: [
    "key_id",
    "client_id",
    "secret_hash",
    "pepper_id",
    "created_at",
    "expires_at",
    "revoked_at",
    "last_used_at",
    "kind",
    "bound_at",
    "browser_hash",
    "mail_id",
    "sessions_until",
  ],
  passkeys: ["key_id", "client_id", "credential_id", "public_key", "uses", "device"],
  client_pins: ["client_id", "pin_hash", "pepper_id", "set_at", "tries", "stopped_at"],
  sessions: [
    "token_hash",
    "session_id",
    "key_id",
    "client_id",
    "created_at",
    "last_used_at",
    "expires_at",
    "device",
    "helper_id",
  ],
  managers: [
    "manager_id",
    "name",
    "email",
    "role",
    "password_hash",
    "created_at",
    "last_used_at",
    "revoked_at",
    "second_factor_at",
    "time_zone",
    "digested_on",
  ],
  manager_absences: ["manager_id", "hand_to", "until", "ends_at", "began_at"],
  manager_sessions: [
    "token_hash",
    "manager_id",
    "created_at",
    "last_used_at",
    "expires_at",
    "way",
    "address",
    "device",
    "browser_hash",
  ],
  api_tokens: [
    "token_hash",
    "token_id",
    "manager_id",
    "name",
    "created_at",
    "last_used_at",
    "expires_at",
    "scopes",
  ],
} as const satisfies Listed;

export type ListedTable = keyof typeof tableColumns;
/** Fails to compile, naming table and column, if a list lacks a column of its table. */
type Missing = {
  [Table in ListedTable]: `${Table}.${Exclude<keyof Tables[Table], (typeof tableColumns)[Table][number]> & string}`;
}[ListedTable];
true satisfies [Missing] extends [never] ? true : Missing;
