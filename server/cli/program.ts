import { Command } from "commander";
import { versionLine } from "../runtime/package.ts";
import { briefExport } from "./clients/brief-export.ts";
import { clientAdd } from "./clients/client-add.ts";
import { clientAssign } from "./clients/client-assign.ts";
import { clientDue } from "./clients/client-due.ts";
import { clientErase } from "./clients/client-erase.ts";
import { clientExport } from "./clients/client-export.ts";
import { clientImport } from "./clients/client-import.ts";
import { clientInvite } from "./clients/client-invite.ts";
import { clientLink } from "./clients/client-link.ts";
import { clientList } from "./clients/client-list.ts";
import { clientPinRemove } from "./clients/client-pin-remove.ts";
import { clientPinSet } from "./clients/client-pin-set.ts";
import { clientShow } from "./clients/client-show.ts";
import { clientTag } from "./clients/client-tag.ts";
import { retentionShow } from "./clients/retention-show.ts";
import { audioMove } from "./installation/audio-move.ts";
import { backupCommand } from "./installation/backup-command.ts";
import { configShow } from "./installation/config-show.ts";
import { doctorCommand } from "./installation/doctor-command.ts";
import { mailTest } from "./installation/mail-test.ts";
import { mcpCommand } from "./installation/mcp-command.ts";
import { migrateCommand } from "./installation/migrate-command.ts";
import { restoreCommand } from "./installation/restore-command.ts";
import { serveCommand } from "./installation/serve-command.ts";
import { setupCommand } from "./installation/setup-command.ts";
import { interviewCheck } from "./interviews/interview-check.ts";
import { interviewExport } from "./interviews/interview-export.ts";
import { interviewImport } from "./interviews/interview-import.ts";
import { interviewList } from "./interviews/interview-list.ts";
import { interviewPrint } from "./interviews/interview-print.ts";
import { interviewPublish } from "./interviews/interview-publish.ts";
import { keyIssue } from "./keys/key-issue.ts";
import { keyRevoke } from "./keys/key-revoke.ts";
import { secretsDropMaster } from "./keys/secrets-drop-master.ts";
import { secretsDropPepper } from "./keys/secrets-drop-pepper.ts";
import { secretsPeppers } from "./keys/secrets-peppers.ts";
import { secretsRotateMaster } from "./keys/secrets-rotate-master.ts";
import { secretsRotatePepper } from "./keys/secrets-rotate-pepper.ts";
import { auditVerify } from "./managers/audit-verify.ts";
import { managerAdd } from "./managers/manager-add.ts";
import { managerLink } from "./managers/manager-link.ts";
import { managerList } from "./managers/manager-list.ts";
import { managerRemoveSecondFactor } from "./managers/manager-remove-second-factor.ts";
import { managerRevoke } from "./managers/manager-revoke.ts";
import { managerUnlink } from "./managers/manager-unlink.ts";
import { recordExport } from "./records/record-export.ts";
import { recordHistory } from "./records/record-history.ts";
import { recordRestore } from "./records/record-restore.ts";
import { takeList } from "./records/take-list.ts";
import { takeRetry } from "./records/take-retry.ts";

/** Every command, each in its own file. */
export function buildProgram(env: NodeJS.ProcessEnv): Command {
  const program = new Command("firsthand")
    .description("A guided onboarding interview for small businesses")
    .version(versionLine())
    // "interview export" has a --version option too
    .enablePositionalOptions()
    .showHelpAfterError("(add --help to see how to use it)")
    .exitOverride();
  program.addCommand(serveCommand(env));
  program.addCommand(
    group("client", "Clients: add, import, invite, list, show, export and erase", [
      clientAdd(env),
      clientImport(env),
      clientInvite(env),
      clientList(env),
      clientShow(env),
      clientLink(env),
      clientTag(env),
      clientAssign(env),
      clientDue(env),
      clientExport(env),
      clientErase(env),
      group("pin", "PINs that clients enter after the access key", [clientPinSet(env), clientPinRemove(env)]),
    ]),
  );
  program.addCommand(
    group("manager", "Account managers of the console", [
      managerAdd(env),
      managerList(env),
      managerLink(env),
      managerUnlink(env),
      managerRemoveSecondFactor(env),
      managerRevoke(env),
    ]),
  );
  program.addCommand(
    group("interview", "Interviews that clients answer", [
      interviewList(env),
      interviewExport(env),
      interviewImport(env),
      interviewPublish(env),
      interviewCheck(),
      interviewPrint(),
    ]),
  );
  program.addCommand(group("key", "Access keys", [keyIssue(env), keyRevoke(env)]));
  program.addCommand(
    group("record", "Answers of clients, and their history", [
      recordExport(env),
      recordHistory(env),
      recordRestore(env),
    ]),
  );
  program.addCommand(group("take", "Recordings and their transcription", [takeList(env), takeRetry(env)]));
  program.addCommand(group("audio", "Where recordings are stored", [audioMove(env)]));
  program.addCommand(group("brief", "Briefs for the team that does the work", [briefExport(env)]));
  program.addCommand(group("retention", "How long the server stores client data", [retentionShow(env)]));
  program.addCommand(
    group("secrets", "Secrets that protect answers, access keys and PINs", [
      secretsRotatePepper(env),
      secretsDropPepper(env),
      secretsPeppers(env),
      secretsRotateMaster(env),
      secretsDropMaster(env),
    ]),
  );
  program.addCommand(group("mail", "Email to clients and account managers", [mailTest(env)]));
  program.addCommand(group("audit", "The audit log: who did what, and when", [auditVerify(env)]));
  program.addCommand(mcpCommand(env));
  program.addCommand(backupCommand(env));
  program.addCommand(restoreCommand(env));
  program.addCommand(migrateCommand(env));
  program.addCommand(setupCommand());
  program.addCommand(doctorCommand(env));
  program.addCommand(configShow(env));
  return program;
}

function group(name: string, description: string, commands: Command[]): Command {
  const parent = new Command(name).description(description).exitOverride();
  parent.showHelpAfterError("(add --help to see how to use it)");
  for (const command of commands) parent.addCommand(command);
  return parent;
}
