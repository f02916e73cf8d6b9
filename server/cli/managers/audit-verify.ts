import { type Command, InvalidArgumentError, Option } from "commander";
import { type AuditFault, verifyAudit } from "../../managers/verify-audit.ts";
import { pluralize } from "../../runtime/pluralize.ts";
import { type ChainHead, headOfText, textOfHead } from "../../storage/audit/audit-chain.ts";
import { CommandError, command, print, withInstallation } from "../command.ts";

type Options = { head?: ChainHead; json?: boolean };

/** With more faults than this, a list of each one is no longer useful. */
const FAULTS_SHOWN = 20;

export function auditVerify(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "verify",
    describe: "Check the audit log for events that were changed, removed, moved or added by hand",
    example: "audit verify --head 1234:pZ3…",
  })
    .addOption(
      new Option("--head <head>", "a head that you noted earlier; the log must still contain it").argParser(
        parseHead,
      ),
    )
    .option("--json", "print JSON")
    .action(async ({ head: noted, json }: Options) => {
      const { head, faults } = await withInstallation(env, ({ storage }) => verifyAudit(storage, noted));
      const facts = { events: head.seq, head: textOfHead(head), isUnbroken: faults.length === 0, faults };
      const isWhole = faults.length === 0;
      print(facts, json, [
        ...faults.slice(0, FAULTS_SHOWN).map(sentenceOf),
        ...(isWhole ? [`${pluralize(head.seq, "event")}, unbroken.`] : []),
        `Head: ${textOfHead(head)}`,
      ]);
      if (!isWhole)
        throw new CommandError(`The audit log is broken: ${pluralize(faults.length, "problem")}.`);
    });
}

function sentenceOf(fault: AuditFault): string {
  switch (fault.kind) {
    case "changed":
      return `Event ${fault.seq} was changed or moved.`;
    case "missing":
      return fault.from === fault.to
        ? `Event ${fault.from} is missing.`
        : `Events ${fault.from} to ${fault.to} are missing.`;
    case "outside":
      return `${pluralize(fault.count, "event")} outside the log. Firsthand didn't write them.`;
    case "no-head":
      return "The last events of the log are missing from the database.";
    case "other-head":
      return `The log doesn't contain the head noted at event ${fault.seq}. This is normal after a restore: events after the backup are gone.`;
  }
}

function parseHead(text: string): ChainHead {
  const head = headOfText(text);
  if (!head) throw new InvalidArgumentError('Expected a head as it was printed, such as "1234:…".');
  return head;
}
