import { type Command, Option } from "commander";
import type { Check, CheckState } from "#contract/manage/checks.ts";
import { pluralize } from "../../runtime/pluralize.ts";
import { stopPrograms } from "../../runtime/run-program.ts";
import { CommandError, command, parseEmail, print, table } from "../command.ts";
import { yieldToServer } from "../yield-to-server.ts";

type Options = { send?: string; json?: boolean };

const STATES: { [State in CheckState]: string } = {
  ok: "ok",
  warning: "warning",
  failed: "FAILED",
  "not-set-up": "not set up",
};

/** The exit code that shells use for SIGINT. */
const INTERRUPTED = 130;

export function doctorCommand(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "doctor",
    describe: "Check everything that the server needs, and say what to do; changes nothing",
    example: "doctor --send you@example.com",
  })
    .addOption(new Option("--send <address>", "send a test email to this address too").argParser(parseEmail))
    .option("--json", "print JSON")
    .action(async ({ send: sendTo, json }: Options) => {
      yieldToServer();
      process.once("SIGTERM", stopPrograms);
      // Ctrl+C does not reach the programs, because each has a separate process group
      process.once("SIGINT", () => {
        stopPrograms();
        process.exit(INTERRUPTED);
      });
      // imported here, so that other commands do not load the checks
      const { diagnose } = await import("../../doctor/diagnose.ts");
      const checks = await diagnose({ env, clock: Date.now, sendTo });
      const failed = checks.filter(({ state }) => state === "failed").length;
      print({ isWell: failed === 0, checks }, json, table(["CHECK", "STATE", "FOUND"], checks.map(row)));
      if (failed > 0) throw new CommandError(`${pluralize(failed, "check")} failed.`);
    });
}

function row({ name, state, found, advice }: Check): string[] {
  return [name, STATES[state], advice === undefined ? found : `${found} ${advice}`];
}
