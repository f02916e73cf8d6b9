import type * as z from "zod/mini";
import type { interviewSchema } from "./definitions/interview.ts";
import { isQuestion, type Question, type QuestionKind, type QuestionOf, writtenEntryOf } from "./question.ts";

/**
 * The interview is data: sections in order, each with its questions. Record schema, completion, mapping, screens and
 * exports are functions of an `Interview`; a provider's own file is checked against the same schema.
 */

export type Interview = z.infer<typeof interviewSchema>;
export type Section = Interview["sections"][number];

/** An entry that holds answers to a question: those of its form, or written ones. */
export type EntryPlace = { name: string; kind: QuestionKind; section: Section; question: Question };
/** A question that takes written answers, and the entry that holds them. */
export type WrittenQuestion = { section: Section; question: Question; entry: string };

type Index = { questions: Question[]; places: Map<string, EntryPlace>; written: WrittenQuestion[] };

/** Cached, because every save needs them and an interview never changes. */
const indexes = new WeakMap<Interview, Index>();

function indexOf(interview: Interview): Index {
  const known = indexes.get(interview);
  if (known) return known;
  const places = interview.sections.flatMap((section) =>
    questionsIn(section).flatMap((question) => placesOf(section, question)),
  );
  const index = {
    questions: interview.sections.flatMap(questionsIn),
    places: new Map(places.map((place) => [place.name, place])),
    written: places
      .filter(({ kind }) => kind === "free-answer")
      .map(({ name, section, question }) => ({ section, question, entry: name })),
  };
  indexes.set(interview, index);
  return index;
}

function placesOf(section: Section, question: Question): EntryPlace[] {
  const own = { name: question.entry, kind: question.kind, section, question };
  const written = writtenEntryOf(question);
  if (written === undefined || written === question.entry) return [own];
  return [own, { name: written, kind: "free-answer", section, question }];
}

/** The questions among the cards of a section. */
export function questionsIn({ questions }: Pick<Section, "questions">): Question[] {
  return questions.filter(isQuestion);
}

/** All questions in the order in which they are asked. */
export function questionsOf(interview: Interview): Question[] {
  return indexOf(interview).questions;
}

/** The questions of that kind, in the order in which they are asked. */
export function questionsOfKind<Kind extends QuestionKind>(
  interview: Interview,
  kind: Kind,
): QuestionOf<Kind>[] {
  return questionsOf(interview).filter((question): question is QuestionOf<Kind> => question.kind === kind);
}

/** Each question that takes written answers, with the section that asks it and the entry that holds them. */
export function writtenQuestions(interview: Interview): WrittenQuestion[] {
  return indexOf(interview).written;
}

/** The question behind each entry name, in the order of the interview. */
export function entryPlaces(interview: Interview): ReadonlyMap<string, EntryPlace> {
  return indexOf(interview).places;
}
