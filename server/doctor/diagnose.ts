import { lookup } from "node:dns";
import type { Check } from "#contract/manage/checks.ts";
import { allMasterKeys } from "../access-keys/master-keys.ts";
import { mailSetUp } from "../mail/mail-set-up.ts";
import { type Installation, openInstallation } from "../open-installation.ts";
import { webhookEgressPolicy } from "../outgoing/egress-policy.ts";
import { versionLine } from "../runtime/package.ts";
import { type Config, ConfigError, readConfig } from "../settings/config.ts";
import { readSettings } from "../settings/live-settings.ts";
import { providerInForce } from "../settings/provider-in-force.ts";
import { isFileDatabase } from "../storage/database.ts";
import { StorageRefusal, StorageUnavailable } from "../storage/engine/faults.ts";
import { checkBackups } from "./check-backups.ts";
import { checkChromium } from "./check-chromium.ts";
import { checkDataFolder } from "./check-data-folder.ts";
import { checkAudit, checkDatabaseClock, checkQueues, databaseChecks } from "./check-database.ts";
import { checkMailServer } from "./check-mail-server.ts";
import { checkPublicAddress } from "./check-public-address.ts";
import { checkFfmpeg, checkTranscriber } from "./check-recording.ts";
import { checkWebhooks } from "./check-webhooks.ts";

type DiagnoseOptions = {
  env: NodeJS.ProcessEnv;
  clock: () => number;
  /** Receives a test mail. */
  sendTo?: string | undefined;
};

/**
 * Checks everything that an installation depends on, with or without a running server, and changes nothing. Checks that
 * depend on a failed one are left out.
 */
export async function diagnose({ env, clock, sendTo }: DiagnoseOptions): Promise<Check[]> {
  const version: Check = {
    name: "version",
    state: "ok",
    found: `Firsthand ${versionLine()} on Node.js ${process.versions.node}.`,
  };
  const config = configOrCheck(env);
  if ("state" in config) return [version, config];
  const means = { config, env, lookup, clock };
  const folder = checkDataFolder({
    folder: config.dataFolder,
    holdsDatabase: isFileDatabase(config),
  });
  const before = [version, settingsCheck(config), folder];
  if (folder.state === "failed") return before;
  const programs = Promise.all([
    checkFfmpeg(means),
    checkTranscriber(means),
    checkChromium(config, env.PATH),
  ]);
  const [ofInstallation, ofBackups, ofPrograms] = await Promise.all([
    installationChecks(config, { clock, sendTo }),
    checkBackups(config, means),
    programs,
  ]);
  return [...before, ...ofInstallation, ...ofBackups, ...ofPrograms];
}

function configOrCheck(env: NodeJS.ProcessEnv): Config | Check {
  try {
    return readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const [last, ...problems] = error.message.split("\n").reverse();
    return { name: "settings", state: "failed", found: problems.reverse().join(" "), advice: last ?? "" };
  }
}

function settingsCheck({ isProduction }: Config): Check {
  if (isProduction) return { name: "settings", state: "ok", found: "Correct, for production." };
  return {
    name: "settings",
    state: "warning",
    found: "Correct, but for a trial only: a new database gets a sample client and administrator.",
    advice: "Set NODE_ENV=production where clients are served.",
  };
}

async function installationChecks(
  config: Config,
  { clock, sendTo }: Omit<DiagnoseOptions, "env">,
): Promise<Check[]> {
  let installation: Installation;
  try {
    installation = await openInstallation(config, "expect");
  } catch (error) {
    if (!(error instanceof StorageRefusal || error instanceof StorageUnavailable)) throw error;
    return [{ name: "database", state: "failed", found: error.message }];
  }
  const { storage, secrets } = installation;
  try {
    const settings = await readSettings(storage, config);
    const sending = { ...config, ...providerInForce(config, settings) };
    const groups = await Promise.all([
      checkDatabaseClock(storage, clock),
      checkPublicAddress({ ...config, masterKeys: allMasterKeys(secrets), lookup, clock }),
      checkMailServer(mailSetUp(settings, { config: sending, reach: webhookEgressPolicy("public") }), sendTo),
      checkWebhooks(storage, clock()),
      checkQueues(storage, clock()),
      checkAudit(storage),
    ]);
    return [...databaseChecks(installation, config.secretsFile), ...groups.flat()];
  } finally {
    await storage.close();
  }
}
