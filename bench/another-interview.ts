import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { OWN_INTERVIEW } from "../server/storage/interviews/client-interview.ts";
import type { Interview } from "./interview-page.ts";

/** The same page for a client of another interview, which asks the same; one word of it is another. */
export async function anotherInterview(interview: Interview): Promise<Interview> {
  const { env } = interview;
  const file = join(env.FIRSTHAND_DATA, "another.yaml");
  const own = await firsthand(env, "interview", "export", OWN_INTERVIEW);
  const another = own.replace("en: Business Snapshot", "en: Another Snapshot");
  if (another === own) throw new Error("The built-in interview has another first section by now");
  await writeFile(file, another);
  const imported = await firsthand(
    env,
    "interview",
    "import",
    file,
    "--name",
    "Another",
    "--publish",
    "--json",
  );
  const { interviewId } = JSON.parse(imported) as { interviewId: string };
  const added = await firsthand(env, "client", "add", "Another", "--interview", interviewId, "--json");
  const { accessKey } = JSON.parse(added) as { accessKey: string };
  return { ...interview, key: accessKey };
}

async function firsthand(env: NodeJS.ProcessEnv, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ["bin/firsthand.js", ...args], { env });
  return stdout;
}
