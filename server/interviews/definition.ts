import { hash } from "node:crypto";
import type { Interview } from "#contract/interview/interview.ts";
import type { Language } from "#contract/languages.ts";
import { type LanguageRequest, preferredLanguage } from "../http/accept-language.ts";

/** One version of an interview in one language, with the hash that identifies it. */
export type Definition = { language: Language; interview: Interview; hash: string };

/** A version in each of its languages, the first language first. They differ only in text. */
export type Definitions = ReadonlyMap<Language, Definition>;

/** A published version of an interview. It never changes. */
export type InterviewVersion = {
  interviewId: string;
  /** From 1; null if nothing has been published yet. */
  number: number | null;
  definitions: Definitions;
  /** The definition in the first language, which is used for counting, storing and exporting. */
  asked: Definition;
};

export function definitionsOf(interviews: ReadonlyMap<Language, Interview>): Definitions {
  return new Map(
    [...interviews].map(([language, interview]) => [
      language,
      { language, interview, hash: hashOf(interview) },
    ]),
  );
}

export function versionOf(
  { interviewId, number }: Pick<InterviewVersion, "interviewId" | "number">,
  definitions: Definitions,
): InterviewVersion {
  const [asked] = definitions.values();
  if (!asked) throw new Error("An interview has no language");
  return { interviewId, number, definitions, asked };
}

function hashOf(interview: Interview): string {
  return hash("sha256", JSON.stringify(interview), "base64url").slice(0, 22);
}

/** A version in the language that suits the caller best. */
export function definitionFor(
  request: LanguageRequest,
  { definitions, asked }: InterviewVersion,
): Definition {
  return definitions.get(preferredLanguage(request, [...definitions.keys()])) ?? asked;
}
