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
 * The tables, the same on every engine. Ids are text made in code, instants are epoch milliseconds, bodies are bytes
 * that SQL never looks into: answers, sound and the like are sealed (`seal.ts`).
 */
export type Tables = {
  installation: { id: number; schema_version: number };
  /** A row while the database is being filled from another one, and one after it was moved: `moving-mark.ts`. */
  moving: { id: number; source: string; begun_at: number };
  /** Definitions: one version of an interview in one language each, by its hash. */
  interviews: { hash: string; body: string; first_used_at: number };
  /** The interviews that clients can have. */
  interview_catalog: {
    interview_id: string;
    name: string;
    /** No two interviews have the same. */
    folded_name: string;
    source: InterviewSource;
    /** Null before the first version. */
    current_version: number | null;
    /** 1 for the interview of new clients, else 0. */
    is_default: number;
    created_at: number;
    created_by: string | null;
    /** From when on no new client gets it. */
    retired_at: number | null;
  };
  /** What was published; never changed. */
  interview_versions: {
    interview_id: string;
    /** From 1. */
    number: number;
    /** In all of its languages, as an interview file has it, JSON. */
    body: string;
    /** Of its definitions, by language, the first language first; JSON. */
    hashes: string;
    note: string | null;
    published_at: number;
    /** A manager, or null where it was the server or a command. */
    published_by: string | null;
  };
  /** What is to be the next version, at most one an interview. */
  interview_drafts: {
    interview_id: string;
    /** As an interview file has it, JSON; it may lack something. */
    body: string;
    /** From 1, one more with each change. */
    revision: number;
    /** The version that it was made from; null where it began empty. */
    based_on: number | null;
    changed_at: number;
    changed_by: string;
  };
  /** Which kinds of question the entries of records have had, in all versions of all interviews. */
  entry_names: { name: string; kind: QuestionKind };
  /** Account managers and administrators. */
  managers: {
    manager_id: string;
    name: string;
    /** Lower case. */
    email: string;
    role: Role;
    /** Null until the first link is used. */
    password_hash: string | null;
    created_at: number;
    last_used_at: number | null;
    revoked_at: number | null;
    /** Null while the account has no second factor, or one that no code has confirmed yet. */
    second_factor_at: number | null;
    /** IANA name, of the browser at the latest sign-in. */
    time_zone: string | null;
    /** YYYY-MM-DD, where the manager is: the latest day whose digest was sent, or had nothing in it. */
    digested_on: string | null;
  };
  /** Who is away, at most once a manager. */
  manager_absences: {
    manager_id: string;
    /** Never somebody who is away too. Null where the administrators have the clients, since that account was revoked. */
    hand_to: string | null;
    /** YYYY-MM-DD, where the manager was when the clients were handed over. */
    until: string;
    /** When that day begins there. */
    ends_at: number;
    began_at: number;
  };
  /** What an authenticator app shares with an account; at most one a manager. */
  second_factors: {
    manager_id: string;
    /** Sealed. */
    secret: Uint8Array;
    /** Of the last code that was used: how many periods of 30 s since 1970. */
    last_period: number;
    wrong_in_row: number;
    /** No code is looked at before. */
    wait_until: number | null;
  };
  /** Unused ones. A code has 120 random bits, so a plain SHA-256 hides it. */
  recovery_codes: { manager_id: string; code_hash: string };
  /** Sign-ins that a code still has to finish. */
  second_steps: {
    token_hash: string;
    manager_id: string;
    way: SignInWay;
    expires_at: number;
    password_hash: string | null;
  };
  /** One-time links by which a password is set. A manager's end together, with the first that is used. */
  password_links: { token_hash: string; manager_id: string; created_at: number; expires_at: number };
  /** Who managers are at the OpenID Connect provider; at most one person a manager and issuer. */
  manager_identities: { issuer: string; subject: string; manager_id: string; linked_at: number };
  manager_sessions: {
    /** SHA-256 of the token, hex. */
    token_hash: string;
    manager_id: string;
    created_at: number;
    last_used_at: number;
    expires_at: number;
    way: SignInWay;
    /** From where it was begun, without what tells one household from the next. */
    address: string | null;
    /** In words of our own, such as "Firefox on Windows". */
    device: string | null;
    /** Of the browser's lasting cookie, SHA-256, hex; null where there was none. */
    browser_hash: string | null;
  };
  /** Browsers that accounts have signed in with. */
  known_browsers: {
    manager_id: string;
    /** SHA-256 of the browser's lasting cookie, hex. */
    browser_hash: string;
    last_used_at: number;
    /** The owner's own name for it. */
    label: string | null;
  };
  /** Of programs that act for a manager. */
  api_tokens: {
    token_hash: string;
    /** Public. */
    token_id: string;
    manager_id: string;
    name: string;
    created_at: number;
    last_used_at: number | null;
    expires_at: number | null;
    /** What it is good for, with a space between two scopes. */
    scopes: string;
  };
  /** What seals the bodies of one client, or of the installation itself. Erasing a client destroys theirs at once. */
  data_keys: {
    /** A client's id, or `installation`. */
    owner: string;
    /** Of the secrets file. */
    master_key_id: string;
    /** Encrypted by that master key. Empty in a backup, whose keys lie in a file beside it. */
    wrapped: Uint8Array;
    /**
     * 1 where nothing of the owner is left as an earlier release stored it, else 0; of the installation also where freed
     * pages may still hold what a client's row was.
     */
    is_whole: number;
  };
  clients: {
    client_id: string;
    name: string;
    /** For search and order. */
    folded_name: string;
    email: string | null;
    draft_key: Uint8Array;
    /** Null where the client is the administrators'. */
    manager_id: string | null;
    /** Whom the client goes back to: a manager who is away and has handed the client over. Else null. */
    home_manager_id: string | null;
    created_at: number;
    last_seen_at: number | null;
    /** Of the latest sign-in, before that as its manager chose; null if neither has. */
    language: Language | null;
    /** Who answers for the business. */
    contact: string | null;
    /** What another program calls the client; no two clients have the same. */
    external_id: string | null;
    phone: string | null;
    website: string | null;
    /** YYYY-MM-DD, where the provider is. */
    due_on: string | null;
    /** IANA name, of the latest sign-in. */
    time_zone: string | null;
    /** The first link or key that went out. */
    invited_at: number | null;
    /** The first sign-in. */
    opened_at: number | null;
    /** The first submission; written by `noteStates` alone. */
    submitted_at: number | null;
    /** What the facts here and the record come to; written by `noteStates` alone. */
    state: ClientState;
    /** Full hours from 1970 to the latest of last_seen_at and the record's saved_at; 0 without both. */
    active_hour: number;
    /** Of the record whose answers were all approved. */
    approved_hash: string | null;
    /** When that was. */
    approved_at: number | null;
    /** How many questions have a follow-up without an answer, and when the oldest of them was asked. */
    follow_ups_out: number;
    waiting_since: number | null;
    /** Since when no mail reaches the client, and why; null from the next one that does. */
    mail_trouble_at: number | null;
    mail_trouble: MailCause | null;
    /** Before a submission, without those that a manager asked for. */
    reminders_sent: number;
    /** 1 where the server sends the client no reminders, else 0. */
    reminders_off: number;
    /** When the standstill began that webhooks were last notified of. */
    inactive_since: number | null;
    interview_id: string;
    /** The one that the client stays on, from the first submission on; null where it is the current one. */
    interview_version: number | null;
    /** Set as soon as the client is gone for every reader; the row stays until all else is erased. */
    erased_at: number | null;
  };
  /** Who was erased; empty beside SQLite, which has a file for it. */
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
    /** The mail that carries the key; null where a person passes the link on. */
    mail_id: string | null;
    /** When its sessions end, where that is not when the key ends. */
    sessions_until: number | null;
  };
  /** A passkey has a key, by which its sessions and its end are known. */
  passkeys: {
    key_id: string;
    client_id: string;
    /** The authenticator's own name for it, base64url. */
    credential_id: string;
    /** COSE, base64url. */
    public_key: string;
    /** How often it was used, as its authenticator counts; 0 where that does not count. */
    uses: number;
    /** In words of our own, such as "iPhone, Safari". */
    device: string | null;
  };
  /** Whom a client has asked to answer one section. The row goes when the client ends their access. */
  helpers: {
    helper_id: string;
    client_id: string;
    /** Of their latest link. */
    key_id: string;
    section_id: string;
    /** Sealed, as are drafts of theirs on a device, which the second key opens. */
    name: Uint8Array;
    draft_key: Uint8Array;
    /** 1 where they see the forms of the section and the client's answers, else 0. */
    sees_all: number;
    added_at: number;
    /** How many of their answers the record had after their latest save, and of how many the client was notified. */
    answers: number;
    notified: number;
    /** When they said that they are done. */
    done_at: number | null;
  };
  /** Challenges that a passkey has answered: none is answered twice. */
  used_challenges: {
    /** SHA-256, hex. */
    challenge_hash: string;
    ends_at: number;
  };
  /** How often in a row a wrong key of this id was tried; no row for never, or since the right one. */
  key_waits: {
    /** Of a key that there may not be. */
    key_id: string;
    failures: number;
    /** No wrong key of the id is looked at before. */
    wait_until: number;
  };
  /** What servers count together for their limits. */
  rate_counts: {
    /** A keyed hash of the limit and whom it is counted for. */
    name: string;
    used: number;
    /** When it begins anew. */
    ends_at: number;
  };
  /** A second secret of a client, sent by another channel; a client without a PIN has no row. */
  client_pins: {
    client_id: string;
    /** scrypt of the keyed hash of the PIN, with all that is needed to verify it. */
    pin_hash: string;
    pepper_id: string;
    set_at: number;
    /** Since the last right one, those under way too. */
    tries: number;
    /** Set where too many were wrong. */
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
    /** Absolute: the end of the key's or of the session's life, whichever is first. */
    expires_at: number;
    /** In words of our own, such as "iPhone, Safari". */
    device: string | null;
    /** Null where the client signed in. */
    helper_id: string | null;
  };
  /** One row a client: which revision is the record, and what lists need to know about it. */
  records: {
    client_id: string;
    revision: number;
    /** Of the body, to tell a change from a repeat. */
    content_hash: string;
    /** The interview whose entries are all that the record holds; empty when there are others to carry over. */
    interview_hash: string;
    completed: number;
    total: number;
    percent: number;
    /** Ids of the complete questions, JSON. */
    complete_questions: string;
    /** Ids of the questions that are not asked, as their conditions do not hold; JSON. */
    not_asked: string;
    last_section: string | null;
    saved_at: number;
    submitted_at: number | null;
    submitted_hash: string | null;
  };
  /** The record and its history: each stored change is a row, and the newest is the record. */
  revisions: {
    client_id: string;
    revision: number;
    body: Uint8Array;
    saved_at: number;
    /** In words of our own, such as "iPhone, Safari"; `server` where a transcript came in; null where it is not known. */
    device: string | null;
  };
  /** What a save with an idempotency key led to, so that its repeat gets the same answer. */
  idempotency_keys: {
    client_id: string;
    idempotency_key: string;
    request_hash: string;
    revision: number;
    saved_at: number;
    used_at: number;
  };
  /** What is true now of the follow-up of a client's question; its entries are the rows below. */
  threads: {
    client_id: string;
    question_id: string;
    /** How many; they are numbered from 1. */
    entries: number;
    /** Set exactly while the last entry asks something. */
    asked_at: number | null;
    /** Of the content that was approved; null where none is. */
    approved_mark: string | null;
  };
  thread_entries: {
    client_id: string;
    question_id: string;
    entry: number;
    kind: FollowUpEntryKind;
    /** Null where it was the client. */
    manager_id: string | null;
    /** Sealed: what was asked. */
    body: Uint8Array | null;
    at: number;
  };
  /** What a manager has last seen of a client's answers. */
  looks: {
    client_id: string;
    manager_id: string;
    /** 0 where nothing was saved by then. */
    revision: number;
    /** Of that revision; empty for 0. */
    content_hash: string;
    /** Sealed: a short answer could be guessed from its mark. */
    marks: Uint8Array;
    looked_at: number;
  };
  /** What managers write down about a client. */
  notes: {
    note_id: string;
    client_id: string;
    /** Who wrote it. */
    manager_id: string;
    /** Sealed. */
    body: Uint8Array;
    /** From 1, one more with each change. */
    version: number;
    added_at: number;
    changed_at: number | null;
  };
  /** Links by which somebody without an account reads the client's brief. */
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
    /** What the brief shows beside the answers, JSON. */
    options: string;
    made_at: number;
    expires_at: number;
    revoked_at: number | null;
    /** Presses of Open brief. */
    opens: number;
    last_opened_at: number | null;
  };
  /** Half-written follow-ups; at most one a manager and question. */
  drafts: {
    client_id: string;
    manager_id: string;
    /** The question's id. */
    place: string;
    /** Sealed. */
    body: Uint8Array;
    changed_at: number;
  };
  /** What the provider notes of each client beside the built-in facts. */
  fields: {
    field_id: string;
    name: string;
    folded_name: string;
    kind: FieldKind;
    /** Of a choice: its options, JSON. Else an empty list. */
    options: string;
    created_at: number;
  };
  field_values: {
    client_id: string;
    field_id: string;
    /** Sealed: of a text. Else null. */
    body: Uint8Array | null;
    /** Of a number, a date or a choice. Else null. */
    value: string | null;
  };
  /** Earlier releases measured by it how long sections take (decision 25). It stays empty. */
  work_moments: {
    client_id: string;
    revision: number;
    moments: string;
  };
  /** Of the same measurement. It stays empty. */
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
    /** Of the definition that was asked, in its first language; null where an earlier release stored it. */
    interview_hash: string | null;
  };
  /** Recorded audio answers. The id is the device's, so it is one's own in the name space of its client only. */
  takes: {
    client_id: string;
    take_id: string;
    /** A dropped one is gone for every reader; its row stays until all of its bytes are. */
    state: TakeState | "dropped";
    /** These three are set when the take is closed. */
    question_id: string | null;
    mime_type: string | null;
    /** Of all that the device said then, to tell a repeat. */
    closing_hash: string | null;
    /** Of its parts, later of its stored copy: what counts towards the client's quota. */
    bytes: number;
    /** Measured. */
    duration_ms: number | null;
    /** Sealed text. */
    transcript: Uint8Array | null;
    created_at: number;
    closed_at: number | null;
    /** When the take goes, unless a record names it by then; null while one does. */
    drop_at: number | null;
  };
  /** What a device has sent of a take, until the stored copy is made. */
  take_parts: { client_id: string; take_id: string; part: number; sha256: string; body: Uint8Array };
  /** The stored copies, in pieces of a size that no other write waits long for. */
  audio_pieces: { audio_id: string; piece: number; body: Uint8Array };
  /** Those in object storage, and what may have been left there of others. */
  audio_objects: {
    object_key: string;
    client_id: string;
    take_id: string;
    /** Of the copy, without its seals; null for an object that is not a copy, or not yet, and is to be dropped. */
    bytes: number | null;
  };
  /** Work that has to be done once, also after a crash in its midst. A job that is done has no row. */
  jobs: {
    job_id: string;
    kind: string;
    /** A job with the same key is the same job. */
    dedupe_key: string;
    /** JSON; ids only. */
    payload: string;
    attempts: number;
    next_at: number;
    /** Until then the worker with this lease has the job; after it, anyone may take it. */
    leased_until: number | null;
    lease: string | null;
    created_at: number;
  };
  /** What became of managers' calls that were made under an idempotency key, for 24 hours. */
  repeatable_calls: {
    /** SHA-256 of the credential, hex: nobody else's, though they be the same manager's. */
    caller: string;
    /** SHA-256 of the key, hex. */
    key_hash: string;
    /** Keyed by the key itself, so that it gives away no word of the body. */
    request_hash: string;
    /** Sealed. Null while the call is under way, and where its end is not known. */
    answer: Uint8Array | null;
    /** Null where it is about none, or about many. */
    client_id: string | null;
    used_at: number;
  };
  /** Where messages are sent to. Address and secrets are sealed: an address can hold a secret, too. */
  webhooks: {
    webhook_id: string;
    address: Uint8Array;
    secret: Uint8Array;
    /** Signs beside the new one until then. */
    previous_secret: Uint8Array | null;
    previous_until: number | null;
    /** Message kinds, JSON. */
    kinds: string;
    /** An account manager's id; null for the operator. */
    made_by: string | null;
    created_at: number;
    /** Null while it is on. */
    off_at: number | null;
    off_cause: OffCause | null;
    format: WebhookFormat;
    answers: IncludedAnswers;
    /** Of the tries that failed in a row: the first, the last, how many, and what the last one came to. */
    failing_since: number | null;
    failed_at: number | null;
    failed_tries: number;
    failed_status: number | null;
    failed_cause: DeliveryCause | null;
  };
  /** The messages for webhooks, each written together with the change that it reports. */
  webhook_messages: {
    /** The `webhook-id` header. */
    message_id: string;
    kind: string;
    /** Null where it is about none, as a test. */
    client_id: string | null;
    /** Of the client's record, where there is one. */
    revision: number | null;
    body: Uint8Array;
    created_at: number;
  };
  /** What became of a message at one webhook. */
  webhook_deliveries: {
    message_id: string;
    webhook_id: string;
    state: DeliveryState;
    attempts: number;
    created_at: number;
    /** Set exactly while it waits. */
    next_at: number | null;
    /** These four are of the last try. */
    last_at: number | null;
    status: number | null;
    cause: DeliveryCause | null;
    duration_ms: number | null;
  };
  /** What is mailed, to whom, and what became of it. No address in it: that is looked up when the mail is sent. */
  mails: {
    mail_id: string;
    /** A mail with the same key is the same mail. */
    dedupe_key: string;
    kind: MailKind;
    /** Null where the mail is about an account, or about many clients. */
    client_id: string | null;
    /** What was done to an account, and to which one; null in every other mail. */
    act: AccountAct | null;
    about_manager_id: string | null;
    /** The account manager it goes to; null where it goes to the client. */
    manager_id: string | null;
    /** The manager who asked for it; null where the server did. */
    asked_by: string | null;
    /** Of a reminder that the server put in: when the follow-up was asked, and 0 before a submission; else null. */
    round: number | null;
    state: MailState;
    attempts: number;
    created_at: number;
    /** Set exactly while it waits. */
    next_at: number | null;
    /** These three are of the last try. */
    last_at: number | null;
    status: number | null;
    cause: MailCause | null;
    /** SHA-256 of the token in its opt-out link, hex. */
    opt_out_hash: string | null;
    /** The act on many clients that it is part of. */
    bulk_id: string | null;
    /** Sealed: what its manager adds to the template. */
    words: Uint8Array | null;
    /** The webhook that it is about. */
    webhook_id: string | null;
    /** These two are of the sign-in that it is about. */
    device: string | null;
    address: string | null;
  };
  /** Which mails a manager wants; no row for one who has not chosen. */
  mail_choices: {
    manager_id: string;
    /** 1 or 0. */
    submitted: number;
    answered: number;
    digest: number;
    stuck_days: number | null;
    changed_at: number;
  };
  /** Mails in the provider's words; no row for the built-in ones. */
  mail_templates: { kind: MailKind; language: Language; subject: string; text: string; changed_at: number };
  tags: { tag_id: string; name: string; folded_name: string; created_at: number };
  client_tags: { client_id: string; tag_id: string };
  /** Selections of clients under a name. */
  views: {
    view_id: string;
    name: string;
    /** Null where it is everybody's. */
    owner: string | null;
    /** JSON. */
    selection: string;
    created_at: number;
    /** JSON; null stands for the default columns. */
    columns: string | null;
  };
  /** One act on many clients, which a job does a few at a time. */
  bulk_jobs: {
    bulk_id: string;
    manager_id: string;
    action: BulkAction;
    /** Sealed JSON: an invitation has words in it. */
    params: Uint8Array;
    state: BulkState;
    created_at: number;
    /** When nothing was left to do; null before. */
    ended_at: number | null;
  };
  bulk_items: {
    bulk_id: string;
    client_id: string;
    /** From 0, in the order in which they are done. */
    place: number;
    state: BulkItemState;
    /** Why nothing was done. */
    cause: BulkCause | null;
    /** What undoing brings back, JSON. */
    before: string | null;
  };
  /** What administrators set in the console. */
  settings: {
    name: string;
    /** Sealed JSON. Null where the console's value was taken away; the row keeps its version. */
    value: Uint8Array | null;
    /** Of all settings together: each change has the next number. */
    version: number;
    changed_at: number;
    /** An account manager's id. */
    changed_by: string;
  };
  /** Clients who want no mail. */
  /** Written by triggers on `clients`; of one fact and value, several rows are summed up. */
  client_tallies: {
    manager_id: string | null;
    interview_id: string;
    /** A state with 1 for those who were invited, an instant in quarters of an hour, or hours between two steps. */
    fact: string;
    value: number;
    /** Added by this row, or taken away. */
    clients: number;
  };
  mail_opt_outs: { client_id: string; opted_out_at: number };
  /** The audit trail: who did what to whom. No key, token or answer in it. */
  events: {
    event_id: string;
    at: number;
    kind: string;
    actor: string;
    client_id: string | null;
    key_id: string | null;
    request_id: string | null;
    detail: string | null;
    /** From where, without what tells one household from the next. */
    address: string | null;
    /** Of the manager's session, in words of our own. */
    device: string | null;
    /** From 1 on, without gaps. */
    seq: number;
    /** Over the event and all before it (`audit-chain.ts`). */
    hash: string;
  };
  /** One row: the newest event's. */
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
 * Each column of the tables whose rows are written or read whole in more than one place. Those places go by this list, so
 * that a new column is inserted, updated, copied and read everywhere.
 */
export const columns = {
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

export type ListedTable = keyof typeof columns;
/** Fails to compile, naming table and column, where a list lacks a column of its table. */
type Missing = {
  [Table in ListedTable]: `${Table}.${Exclude<keyof Tables[Table], (typeof columns)[Table][number]> & string}`;
}[ListedTable];
true satisfies [Missing] extends [never] ? true : Missing;
