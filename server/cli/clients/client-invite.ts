import { type Command, InvalidArgumentError } from "commander";
import { safeParse } from "zod/mini";
import { INVITATION_WORDS_MAX_LENGTH } from "#contract/manage/bulk.ts";
import { wordsSchema } from "#contract/manage/names.ts";
import { clientOrError, command, print, withInstallation } from "../command.ts";
import { parseDay } from "./client-options.ts";
import { actOnClient } from "./operator-act.ts";

type Options = { words?: string; due?: string; reminders: boolean; json?: boolean };

export function clientInvite(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "invite",
    describe: "Email a client an invitation with a sign-in link",
    example: "client invite cl_0123456789abcdef0123",
  })
    .argument("<clientId>", 'from "client list"')
    .option("--words <text>", "your own words, in this email only", parseWords)
    .option("--due <date>", "set the due date, such as 2026-12-04", parseDay)
    .option("--no-reminders", "turn off automatic reminders for this client")
    .option("--json", "print JSON")
    .action(async (clientId: string, { words, due, reminders, json }: Options) => {
      const client = await withInstallation(env, async (installation, config) => {
        const { name } = await clientOrError(installation, clientId);
        const act = {
          action: "invite",
          ...(words !== undefined && { words }),
          ...(due !== undefined && { dueOn: due }),
          ...(!reminders && { getsReminders: false }),
        } as const;
        await actOnClient({ installation, config }, act, { clientId, name });
        const invited = await installation.storage.clients.findManaged("all", clientId);
        return {
          clientId,
          clientName: name,
          email: invited?.email ?? null,
          dueOn: invited?.dueOn ?? null,
          getsReminders: invited?.getsReminders ?? true,
        };
      });
      print({ ...client, invited: true }, json, [
        `Invited ${client.clientName}. The server emails the invitation to ${client.email} as soon as it runs.`,
        ...(client.getsReminders ? [] : [`${client.clientName} gets no automatic reminders.`]),
      ]);
    });
}

const wordsOf = wordsSchema(INVITATION_WORDS_MAX_LENGTH);

function parseWords(text: string): string {
  const words = safeParse(wordsOf, text);
  if (!words.success) throw new InvalidArgumentError(`The text ${words.error.issues[0]?.message}.`);
  return words.data;
}
