import { type Command, Option } from "commander";
import { emailSchema } from "#contract/api/email.ts";
import { type Language, languages } from "#contract/languages.ts";
import { CLIENT_NAME_MAX_LENGTH } from "#contract/limits.ts";
import { nameSchema } from "#contract/manage/names.ts";
import { addClient, addClientsWithoutKey, keyLink } from "../../access-keys/issue-key.ts";
import { CatalogError } from "../../http/errors.ts";
import type { Installation } from "../../open-installation.ts";
import {
  CommandError,
  command,
  interviewOrError,
  liveManagerOrError,
  print,
  withInstallation,
} from "../command.ts";
import { printIssued } from "../output.ts";
import { collectTags, parseContact, parseDay, parseExternalId } from "./client-options.ts";

type Options = {
  email?: string;
  contact?: string;
  due?: string;
  tag: string[];
  externalId?: string;
  interview?: string;
  manager?: string;
  language?: Language;
  key: boolean;
  json?: boolean;
};

export function clientAdd(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "add",
    describe: "Add a client and print the access key (shown only once)",
    example: 'client add "Rosa\'s Bakery" --email rosa@example.com --tag Website',
  })
    .argument("<name>", "the name that the client sees")
    .option("--email <address>", "the client's email address, for invitations and reminders")
    .option("--contact <name>", "the person who answers", parseContact)
    .option("--due <date>", "the due date, such as 2026-12-04", parseDay)
    .option("--tag <tag>", "a tag; repeat the option for more", collectTags, [])
    .option("--external-id <id>", "what another program calls the client", parseExternalId)
    .option("--interview <id>", 'from "interview list" (default: the interview for new clients)')
    .option("--manager <manager>", 'email address or id from "manager list" (default: none)')
    .addOption(new Option("--language <language>", "the language of emails to the client").choices(languages))
    .option("--no-key", "add the client without an access key, to invite later")
    .option("--json", "print JSON")
    .action(async (text: string, { key, json, tag: tags, ...options }: Options) => {
      const name = clientName(text);
      const facts = {
        name,
        email: options.email === undefined ? null : clientEmail(options.email),
        contact: options.contact ?? null,
        dueOn: options.due ?? null,
        externalId: options.externalId ?? null,
        language: options.language ?? null,
        tags,
      };
      if (!key) {
        const clientId = await withInstallation(env, async (installation) => {
          const chosen = await chosenOrError(installation, options);
          const adding = { ...installation, now: Date.now() };
          return added(addClientsWithoutKey(adding, [{ ...facts, ...chosen }]));
        }).then(([first = ""]) => first);
        const none = { keyId: null, accessKey: null, link: null, expiresAt: null };
        print({ clientId, clientName: name, ...none }, json, [
          `Client: ${name} (${clientId})`,
          `Invite with: firsthand client invite ${clientId}`,
        ]);
        return;
      }
      const client = await withInstallation(env, async (installation, config) => {
        const chosen = await chosenOrError(installation, options);
        const made = await added(addClient({ ...installation, now: Date.now() }, { ...facts, ...chosen }));
        return { ...made, link: keyLink(config, made.accessKey) };
      });
      printIssued({ name, ...client }, json);
    });
}

/** The client's account manager and interview. */
async function chosenOrError(
  installation: Installation,
  { interview, manager }: Pick<Options, "interview" | "manager">,
) {
  const { managerId } =
    manager === undefined ? { managerId: null } : await liveManagerOrError(installation, manager);
  return { managerId, interviewId: await askedOrError(installation, interview) };
}

/** Undefined if no interview is named. */
async function askedOrError(
  { storage }: Installation,
  interviewId: string | undefined,
): Promise<string | undefined> {
  if (interviewId === undefined) return undefined;
  const { name, currentVersion } = await interviewOrError({ storage }, interviewId);
  if (currentVersion === null)
    throw new CommandError(
      `${name} isn't published yet. Publish it with: firsthand interview publish ${interviewId}`,
    );
  return interviewId;
}

async function added<Made>(making: Promise<Made>): Promise<Made> {
  try {
    return await making;
  } catch (error) {
    if (!(error instanceof CatalogError && error.code === "EXTERNAL_ID_TAKEN")) throw error;
    throw new CommandError("Another client has this external ID. Choose another one.");
  }
}

function clientEmail(text: string): string {
  const parsed = emailSchema.safeParse(text);
  if (!parsed.success)
    throw new CommandError(`"${text}" isn’t an email address. Use one such as rosa@example.com.`);
  return parsed.data;
}

const nameOf = nameSchema(CLIENT_NAME_MAX_LENGTH);

function clientName(text: string): string {
  const parsed = nameOf.safeParse(text);
  if (!parsed.success) throw new CommandError(`The client's name ${parsed.error.issues[0]?.message}.`);
  return parsed.data;
}
