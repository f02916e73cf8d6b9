import { basename, extname, resolve } from "node:path";
import { type Command, Option } from "commander";
import type { InterviewDraft } from "#contract/manage/interview-draft/draft.ts";
import { INTERVIEW_NAME_MAX_LENGTH } from "#contract/manage/limits.ts";
import { nameSchema } from "#contract/manage/names.ts";
import { interviewBody } from "../../interview-file/interview-text.ts";
import type { InterviewFileContent } from "../../interview-file/read-interview-file.ts";
import { addInterview } from "../../interviews/manage-interviews.ts";
import { type Actor, OPERATOR } from "../../managers/actor.ts";
import type { Installation } from "../../open-installation.ts";
import type { CatalogEntry } from "../../storage/interviews/interviews.ts";
import { CommandError, command, interviewOrError, print, withInstallation } from "../command.ts";
import { publishedOrError } from "./publish.ts";
import { readFileOrError } from "./read-file.ts";

type Options = { name?: string; into?: string; publish?: boolean; json?: boolean };

export function interviewImport(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "import",
    describe: "Add an interview from a file, as a draft",
    example: "interview import salon.yaml --name Salon --publish",
  })
    .argument("<file>", "an interview file")
    .option("--name <name>", "the name of the new interview (default: the file's name)")
    .addOption(
      new Option("--into <interviewId>", "replace the draft of an interview instead").conflicts("name"),
    )
    .option("--publish", "publish it at once")
    .option("--json", "print JSON")
    .action(async (file: string, { name: named, into, publish, json }: Options) => {
      const body = interviewBody(sectionsOrError(file));
      const actor = { actor: OPERATOR, at: Date.now() };
      const imported = await withInstallation(env, async (installation) => {
        const drafting = { installation, body, actor };
        const entry =
          into === undefined
            ? await addOrError(drafting, nameOrError(named ?? basename(file, extname(file))))
            : await replaceOrError(drafting, into);
        const version = publish ? await publishedOrError(installation, entry, actor) : null;
        return { interviewId: entry.interviewId, name: entry.name, version };
      });
      const { interviewId, name, version } = imported;
      print(imported, json, [
        `Interview: ${name} (${interviewId})`,
        version === null
          ? `Publish with: firsthand interview publish ${interviewId}`
          : `Published: version ${version}`,
      ]);
    });
}

type Drafting = { installation: Installation; body: InterviewDraft; actor: Actor };

async function addOrError({ installation, body, actor }: Drafting, name: string): Promise<CatalogEntry> {
  const interviewId = await addInterview(installation.storage, { name, body }, actor);
  if (interviewId === undefined)
    throw new CommandError(`Another interview is named ${name}. Choose another name with --name.`);
  return interviewOrError(installation, interviewId);
}

async function replaceOrError(
  { installation, body, actor }: Drafting,
  interviewId: string,
): Promise<CatalogEntry> {
  const entry = await interviewOrError(installation, interviewId);
  if (entry.source !== "console")
    throw new CommandError(
      `${entry.name} comes from ${SOURCES[entry.source]}, so it can't be changed here. Import the file as a new interview instead, with --name.`,
    );
  await installation.storage.interviews.putDraft({ interviewId, body, at: actor.at, by: actor.actor });
  return entry;
}

const SOURCES = { "built-in": "Firsthand", file: "the interview file of the server" } as const;

/** Only the interviews are imported; facts about the provider belong in the server's own file. */
function sectionsOrError(file: string): InterviewFileContent["interviews"] {
  const { interviews, isBuiltIn } = readFileOrError(resolve(file));
  if (isBuiltIn) throw new CommandError(`${file} has no sections, so it has no questions to import.`);
  return interviews;
}

const interviewName = nameSchema(INTERVIEW_NAME_MAX_LENGTH);

function nameOrError(text: string): string {
  const parsed = interviewName.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new CommandError(`The interview's name ${parsed.error.issues[0]?.message}.`);
}
