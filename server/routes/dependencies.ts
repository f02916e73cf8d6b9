import type { FastifyBaseLogger } from "fastify";
import type { Language } from "#contract/languages.ts";
import type { Secrets } from "../access-keys/secrets.ts";
import type { Briefs } from "../briefs/briefs.ts";
import type { LatestChecks } from "../checks/latest-checks.ts";
import type { InterviewBook } from "../interviews/interview-book.ts";
import type { FindTexts } from "../mail/check/check-sender-domain.ts";
import type { Mail } from "../mail/open-mail.ts";
import type { Passwords } from "../managers/passwords.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { OpenIdProvider } from "../openid/provider.ts";
import type { EgressPolicy } from "../outgoing/egress-policy.ts";
import type { Lookup } from "../outgoing/guarded-lookup.ts";
import type { Site } from "../pages/site.ts";
import type { Search } from "../search/search.ts";
import type { Config } from "../settings/config.ts";
import type { LiveSettings } from "../settings/live-settings.ts";
import type { ErasedList } from "../storage/clients/erased-list.ts";
import type { Storage } from "../storage/storage.ts";
import type { AudioStore } from "../storage/takes/audio.ts";
import type { EngineChoice } from "../transcription/engines.ts";
import type { WebhookTransport } from "../webhooks/send-message.ts";

/** Everything that the service depends on; the routes read no other global state. */
export type Dependencies = {
  config: Pick<
    Config,
    | "trustedProxies"
    | "sessionRequestsPerMinute"
    | "publicUrl"
    | "providerName"
    | "provided"
    | "isOpenIdOnly"
    | "secondFactorDuty"
    | "s3Endpoint"
    | "backupS3Endpoint"
    | "dictation"
    | keyof EngineChoice
    | "sendsSignInLinks"
    | "metricsPort"
    | "metricsToken"
  >;
  storage: Storage;
  /** The stored audio of recordings. */
  audio: AudioStore;
  /** The list of erased clients, kept outside the database. */
  erased: ErasedList;
  briefs: Briefs;
  /** Full-text search in answers. */
  search: Search;
  secrets: Secrets;
  passwords: Passwords;
  /** The OpenID Connect provider for managers; undefined where none is set. */
  openId: OpenIdProvider | undefined;
  book: InterviewBook;
  /** The built browser app; without it, the service answers API calls only. */
  site: Site | undefined;
  /** Whether recordings are accepted; that needs a way to convert them to a format that every browser plays. */
  offersRecording: boolean;
  mail: Mail;
  /** The settings that administrators can change while the server runs. */
  settings: LiveSettings;
  /** The addresses that a mail server set in the console may have, and the resolver for its name. */
  outgoingMail: { reach: EgressPolicy; lookup: Lookup; findTexts: FindTexts };
  /** The doctor's latest findings about this server. */
  checks: Pick<LatestChecks, "read" | "again">;
  /** How messages to other systems are sent. */
  sending: WebhookTransport;
  /** Call it after a job was queued. */
  wakeWorker: () => void;
  /** Call it after a bulk action was queued. */
  wakeBulk: () => void;
  /** Undefined where metrics are off; then nothing is counted. */
  metrics: Metrics | undefined;
  /** Whether the server received a stop signal; it still answers for a while but asks for no new connections. */
  isStopping: () => boolean;
  /** Epoch milliseconds. */
  clock: () => number;
  logger: FastifyBaseLogger;
};

/** The languages of the interview that new clients get, for pages that anyone may open. */
export function offeredLanguages(book: Pick<InterviewBook, "current">): Language[] {
  return [...book.current().definitions.keys()];
}
