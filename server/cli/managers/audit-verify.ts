import { type Command, InvalidArgumentError, Option } from "commander";
import { type AuditFault, verifyAudit } from "../../managers/verify-audit.ts";
import { type ChainHead, headOfText, textOfHead } from "../../storage/audit/audit-chain.ts";
import { CommandError, command, counted, print, withInstallation } from "../command.ts";

type Options = { head?: ChainHead; json?: boolean };

/** Whoever has changed more than this has changed too much to be told one by one. */
const FAULTS_SHOWN = 20;

export function auditVerify(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "verify",
    describe: "Check that no event of the audit trail was changed, removed, moved or added by hand",
    example: "audit verify --head 1234:pZ3…",
  })
    .addOption(
      new Option(
        "--head <head>",
        "a head that was noted earlier; the trail must still lead through it",
      ).argParser(parseHead),
    )
    .option("--json", "print the facts as JSON")
    .action(async ({ head: noted, json }: Options) => {
      const { head, faults } = await withInstallation(env, ({ storage }) => verifyAudit(storage, noted));
      const facts = { events: head.seq, head: textOfHead(head), isUnbroken: faults.length === 0, faults };
      const isWhole = faults.length === 0;
      print(facts, json, [
        ...faults.slice(0, FAULTS_SHOWN).map(told),
        ...(isWhole ? [`${counted(head.seq, "event")}, unbroken.`] : []),
        `Head: ${textOfHead(head)}`,
      ]);
      if (!isWhole) throw new CommandError(`The audit trail is broken: ${counted(faults.length, "fault")}.`);
    });
}

function told(fault: AuditFault): string {
  switch (fault.kind) {
    case "changed":
      return `Event ${fault.seq} is not what was written, or not where it was.`;
    case "missing":
      return fault.from === fault.to
        ? `Event ${fault.from} is missing.`
        : `Events ${fault.from} to ${fault.to} are missing.`;
    case "outside":
      return `${counted(fault.count, "event")} outside the trail: nothing of Firsthand's has written that.`;
    case "no-head":
      return "What the trail ends with is gone from the database.";
    case "other-head":
      return `The trail does not lead through the head that was noted at event ${fault.seq}. After a restore that is so: what came after the backup is gone.`;
  }
}

function parseHead(text: string): ChainHead {
  const head = headOfText(text);
  if (!head) throw new InvalidArgumentError('Expected a head as it was printed, such as "1234:…".');
  return head;
}
