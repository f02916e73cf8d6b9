import type { FastifyBaseLogger } from "fastify";
import type { Language } from "#contract/languages.ts";
import type { Secrets } from "../access-keys/secrets.ts";
import type { Briefs } from "../briefs/briefs.ts";
import type { LatestChecks } from "../checks/latest-checks.ts";
import type { InterviewBook } from "../interviews/interview-book.ts";
import type { FindTexts } from "../mail/check-sender-domain.ts";
import type { Mail } from "../mail/open-mail.ts";
import type { Passwords } from "../managers/passwords.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { OpenIdProvider } from "../openid/provider.ts";
import type { Reach } from "../outgoing/egress-policy.ts";
import type { Lookup } from "../outgoing/guarded-lookup.ts";
import type { Site } from "../pages/site.ts";
import type { Search } from "../search/search.ts";
import type { Config } from "../settings/config.ts";
import type { LiveSettings } from "../settings/live-settings.ts";
import type { ErasedList } from "../storage/clients/erased-list.ts";
import type { Storage } from "../storage/storage.ts";
import type { AudioStore } from "../storage/takes/audio.ts";
import type { EngineChoice } from "../transcription/engines.ts";
import type { Transport } from "../webhooks/send-message.ts";

/** All that the service stands on; nothing is read from anywhere else. */
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
  /** The copies of takes. */
  audio: AudioStore;
  /** Who was erased, beside the database. */
  erased: ErasedList;
  briefs: Briefs;
  /** In answers. */
  search: Search;
  secrets: Secrets;
  passwords: Passwords;
  /** By which managers sign in too; undefined where none is set. */
  openId: OpenIdProvider | undefined;
  book: InterviewBook;
  /** The built browser app; a service without one answers the calls only. */
  site: Site | undefined;
  /** Whether takes can be received: there is what turns them into something that every browser plays. */
  offersRecording: boolean;
  mail: Mail;
  /** What administrators change while the server runs. */
  settings: LiveSettings;
  /** Where a mail server that was set in the console may be, and by whom names are looked up. */
  outgoingMail: { reach: Reach; lookup: Lookup; findTexts: FindTexts };
  /** What the doctor found of this server. */
  checks: Pick<LatestChecks, "read" | "again">;
  /** How messages to other systems are sent. */
  sending: Transport;
  /** To be called after a job was put into the queue. */
  wakeWorker: () => void;
  /** The same, after an act on many clients was put in. */
  wakeBulk: () => void;
  /** Undefined where nobody watches: then nothing is counted. */
  metrics: Metrics | undefined;
  /** Whether the server has got a signal to stop: it serves for a while longer, but wants no new requests. */
  isStopping: () => boolean;
  /** Epoch milliseconds. */
  clock: () => number;
  logger: FastifyBaseLogger;
};

/** Those of the interview that new clients get, for pages that anyone may open. */
export function offeredLanguages(book: Pick<InterviewBook, "current">): Language[] {
  return [...book.current().definitions.keys()];
}
