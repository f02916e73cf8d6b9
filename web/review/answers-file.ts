import type { Interview } from "#contract/interview/interview.ts";
import type { DraftState } from "../draft/draft-store.ts";
import { answersData } from "./answers-data.ts";
import { answersPage } from "./answers-page.ts";
import { reviewOf } from "./review.ts";
import type { TextFile } from "./text-file.ts";

export type FileFormat = "html" | "json";

type AnswersFileOptions = {
  clientName: string;
  interview: Interview;
  state: Pick<DraftState, "draft" | "record" | "completion">;
  now: Date;
};

/** Everything that a client has entered, as a file to keep. */
export function answersFile(format: FileFormat, options: AnswersFileOptions): TextFile {
  const name = `${fileWords(options.clientName)}-answers-${dayOf(options.now)}.${format}`;
  if (format === "json") return { name, type: "application/json", text: answersData(options) };
  const { interview, state } = options;
  const text = answersPage({
    ...options,
    sections: reviewOf(interview, state),
    completion: state.completion,
  });
  return { name, type: "text/html", text };
}

const NAME_MAX_CHARACTERS = 60;

/** The client's name in a form that every file system accepts, such as "Rosas-Bakery". */
function fileWords(name: string): string {
  const words = name.replaceAll(/['’]/g, "").match(/[\p{L}\p{M}\p{N}]+/gu) ?? ["my"];
  return Array.from(words.join("-")).slice(0, NAME_MAX_CHARACTERS).join("");
}

/** The date in the client's time zone: YYYY-MM-DD. */
function dayOf(instant: Date): string {
  const parts = [instant.getMonth() + 1, instant.getDate()].map((part) => String(part).padStart(2, "0"));
  return [instant.getFullYear(), ...parts].join("-");
}
