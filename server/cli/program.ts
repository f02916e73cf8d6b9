import { Command } from "commander";
import { version } from "../package.ts";
import { audioMove } from "./audio-move.ts";
import { auditVerify } from "./audit-verify.ts";
import { backupCommand } from "./backup-command.ts";
import { briefExport } from "./brief-export.ts";
import { clientAdd } from "./client-add.ts";
import { clientErase } from "./client-erase.ts";
import { clientExport } from "./client-export.ts";
import { clientList } from "./client-list.ts";
import { clientPinRemove } from "./client-pin-remove.ts";
import { clientPinSet } from "./client-pin-set.ts";
import { clientShow } from "./client-show.ts";
import { configShow } from "./config-show.ts";
import { interviewCheck } from "./interview-check.ts";
import { interviewPrint } from "./interview-print.ts";
import { keyIssue } from "./key-issue.ts";
import { keyRevoke } from "./key-revoke.ts";
import { managerAdd } from "./manager-add.ts";
import { managerLink } from "./manager-link.ts";
import { managerList } from "./manager-list.ts";
import { managerRemoveSecondFactor } from "./manager-remove-second-factor.ts";
import { managerRevoke } from "./manager-revoke.ts";
import { managerUnlink } from "./manager-unlink.ts";
import { migrateCommand } from "./migrate-command.ts";
import { recordExport } from "./record-export.ts";
import { recordHistory } from "./record-history.ts";
import { recordRestore } from "./record-restore.ts";
import { restoreCommand } from "./restore-command.ts";
import { retentionShow } from "./retention-show.ts";
import { secretsDropMaster } from "./secrets-drop-master.ts";
import { secretsDropPepper } from "./secrets-drop-pepper.ts";
import { secretsPeppers } from "./secrets-peppers.ts";
import { secretsRotateMaster } from "./secrets-rotate-master.ts";
import { secretsRotatePepper } from "./secrets-rotate-pepper.ts";
import { serveCommand } from "./serve-command.ts";
import { takeList } from "./take-list.ts";
import { takeRetry } from "./take-retry.ts";

/** Every command, each in a file of its own. */
export function buildProgram(env: NodeJS.ProcessEnv): Command {
  const program = new Command("firsthand")
    .description("A guided onboarding interview for small businesses")
    .version(version)
    .showHelpAfterError("(add --help for what is expected)")
    .exitOverride();
  program.addCommand(serveCommand(env));
  program.addCommand(
    group("client", "The clients of this installation", [
      clientAdd(env),
      clientList(env),
      clientShow(env),
      clientExport(env),
      clientErase(env),
      group("pin", "What a client needs beside the access key", [clientPinSet(env), clientPinRemove(env)]),
    ]),
  );
  program.addCommand(
    group("manager", "Account managers, who sign in to the console", [
      managerAdd(env),
      managerList(env),
      managerLink(env),
      managerUnlink(env),
      managerRemoveSecondFactor(env),
      managerRevoke(env),
    ]),
  );
  program.addCommand(group("interview", "What clients are asked", [interviewCheck(), interviewPrint()]));
  program.addCommand(group("key", "Access keys", [keyIssue(env), keyRevoke(env)]));
  program.addCommand(
    group("record", "What clients have answered", [
      recordExport(env),
      recordHistory(env),
      recordRestore(env),
    ]),
  );
  program.addCommand(group("take", "Recorded answers on their way to text", [takeList(env), takeRetry(env)]));
  program.addCommand(group("audio", "Where the recordings to be played lie", [audioMove(env)]));
  program.addCommand(group("brief", "What the team that does the work is given", [briefExport(env)]));
  program.addCommand(group("retention", "How long clients are kept", [retentionShow(env)]));
  program.addCommand(
    group("secrets", "What answers, access keys and PINs are kept by", [
      secretsRotatePepper(env),
      secretsDropPepper(env),
      secretsPeppers(env),
      secretsRotateMaster(env),
      secretsDropMaster(env),
    ]),
  );
  program.addCommand(group("audit", "Who did what, and when", [auditVerify(env)]));
  program.addCommand(backupCommand(env));
  program.addCommand(restoreCommand(env));
  program.addCommand(migrateCommand(env));
  program.addCommand(configShow(env));
  return program;
}

function group(name: string, description: string, commands: Command[]): Command {
  const parent = new Command(name).description(description).exitOverride();
  parent.showHelpAfterError("(add --help for what is expected)");
  for (const command of commands) parent.addCommand(command);
  return parent;
}
