import type { Command } from "commander";
import { type PublishPreview, previewPublish } from "../../interviews/preview-publish.ts";
import { OPERATOR } from "../../managers/actor.ts";
import { pluralize } from "../../runtime/pluralize.ts";
import type { CatalogEntry } from "../../storage/interviews/interviews.ts";
import { command, interviewOrError, print, withInstallation } from "../command.ts";
import { confirm } from "../confirm.ts";
import { draftOrError, publishedOrError } from "./publish.ts";

type Options = { askSubmitted?: boolean; dryRun?: boolean; yes?: boolean; json?: boolean };

export function interviewPublish(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "publish",
    describe: "Publish an interview's draft as its next version; shows the effect on clients first",
    example: "interview publish iv_0123456789abcdef0123 --yes",
  })
    .argument("<interviewId>", 'from "interview list"')
    .option("--ask-submitted", "also ask clients who have already submitted; they may get new questions")
    .option("--dry-run", "show what would happen, and change nothing")
    .option("--yes", "don't ask for confirmation")
    .option("--json", "print JSON")
    .action(async (interviewId: string, options: Options) => {
      const { askSubmitted: asksSubmitted = false, dryRun, yes, json } = options;
      await withInstallation(env, async (installation) => {
        const entry = await interviewOrError(installation, interviewId);
        const { draft: seen, definitions } = await draftOrError(installation, entry);
        const planned = { interviewId, definitions, asksSubmitted };
        const preview = await previewPublish({ ...installation, clock: Date.now }, planned);
        const lines = linesOf(entry, preview, asksSubmitted);
        const facts = { interviewId, name: entry.name, ...preview };
        if (dryRun) return print({ ...facts, version: null }, json, [...lines, "Nothing was published."]);
        if (!yes)
          await confirm({
            warning: lines.join("\n"),
            question: 'Type "publish" to publish',
            expected: "publish",
            refusal: "Nothing was published.",
          });
        const actor = { actor: OPERATOR, at: Date.now() };
        const version = await publishedOrError(installation, { ...entry, asksSubmitted, seen }, actor);
        print({ ...facts, version }, json, [`${entry.name}: version ${version} is published.`]);
      });
    });
}

/** What the publisher should know, most important first. */
function linesOf({ name }: CatalogEntry, preview: PublishPreview, asksSubmitted: boolean): string[] {
  const { changes, answered, chosen, followUps, underWay, submitted, isWhole, records } = preview;
  const titles = (questions: { title: string }[]) => questions.map(({ title }) => title).join(", ");
  const parts = [
    ["New", changes.added],
    ["Changed", changes.changed],
    ["Moved", changes.moved],
    ["Removed", changes.removed],
  ] as const;
  return [
    ...parts.flatMap(([label, questions]) =>
      questions.length > 0 ? [`${label}: ${titles(questions)}`] : [],
    ),
    ...answered.map(
      ({ title, clients }) =>
        `${pluralize(clients, "client")} answered ${title}. The answers stay under "Earlier questions".`,
    ),
    ...chosen.map(
      ({ title, clients }) =>
        `${pluralize(clients, "client")} chose an option of ${title} that is gone. It stays chosen.`,
    ),
    ...(followUps > 0 ? [`Open follow-ups about removed questions: ${followUps}.`] : []),
    ...(isWhole ? [] : [`Only the first ${records.toLocaleString("en")} records were counted.`]),
    `${pluralize(underWay, "client")} of ${name} will go on with the new version and keep all answers. ${pluralize(submitted, "client")} submitted and will ${asksSubmitted ? "get the new version too" : "stay on the version that was submitted"}.`,
  ];
}
