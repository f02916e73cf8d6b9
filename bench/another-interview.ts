import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { OWN_INTERVIEW } from "../server/storage/engine/client-interview.ts";
import type { Interview } from "./interview-page.ts";

/** The same page for a client with another interview, which differs in only one word. */
export async function anotherInterview(interview: Interview): Promise<Interview> {
  const { env } = interview;
  const interviewId = await importAnother(env);
  const added = await firsthand(env, "client", "add", "Another", "--interview", interviewId, "--json");
  const { accessKey } = JSON.parse(added) as { accessKey: string };
  return { ...interview, key: accessKey };
}

/** Publishes that interview and returns its id. */
export async function importAnother(env: NodeJS.ProcessEnv): Promise<string> {
  const file = await fileOf(env, "Another");
  const naming = ["--name", "Another", "--publish", "--json"];
  const imported = await firsthand(env, "interview", "import", file, ...naming);
  return (JSON.parse(imported) as { interviewId: string }).interviewId;
}

/** Publishes the interview's next version, in which one word is different. */
export async function publishChanged(env: NodeJS.ProcessEnv, interviewId: string): Promise<void> {
  const file = await fileOf(env, "Changed");
  await firsthand(env, "interview", "import", file, "--into", interviewId, "--publish");
}

/** An interview file with the built-in interview and `word` in the name of its first section. */
async function fileOf(env: NodeJS.ProcessEnv, word: string): Promise<string> {
  const file = join(String(env.FIRSTHAND_DATA), "another.yaml");
  const own = await firsthand(env, "interview", "export", OWN_INTERVIEW);
  const another = own.replace("en: Business Snapshot", `en: ${word} Snapshot`);
  if (another === own) throw new Error("The built-in interview has another first section by now");
  await writeFile(file, another);
  return file;
}

async function firsthand(env: NodeJS.ProcessEnv, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ["bin/firsthand.js", ...args], { env });
  return stdout;
}
