import type { Language } from "../languages.ts";
import { type Interview, questionsOf } from "./interview.ts";

/** The title is the newer version's, or the older one's if the question was removed. */
export type NamedQuestion = { id: string; title: string };

/** How the questions of a version differ from those of the previous one, each list in the order of the interview. */
export type VersionChanges = {
  added: NamedQuestion[];
  removed: NamedQuestion[];
  /** In wording, options, conditions or need, in any language. */
  changed: NamedQuestion[];
  /** In another section, or in another position among the questions that both versions have. */
  moved: NamedQuestion[];
};

/** By language, the interview's first language first. */
type InterviewsByLanguage = ReadonlyMap<Language, Interview>;

/** Pure. Questions are compared by their ids. */
export function compareVersions(before: InterviewsByLanguage, after: InterviewsByLanguage): VersionChanges {
  const [[, older] = []] = before;
  const [[, newer] = []] = after;
  const was = placesIn(older);
  const is = placesIn(newer);
  const staying = [...is.keys()].filter((id) => was.has(id));
  const inOrder = new Set(longestRise(staying.map((id) => [id, was.get(id)?.place ?? 0])));
  const isMoved = (id: string) => was.get(id)?.sectionId !== is.get(id)?.sectionId || !inOrder.has(id);
  const named = (ids: string[], places: typeof is) =>
    ids.map((id) => ({ id, title: places.get(id)?.title ?? "" }));
  return {
    added: named(
      [...is.keys()].filter((id) => !was.has(id)),
      is,
    ),
    removed: named(
      [...was.keys()].filter((id) => !is.has(id)),
      was,
    ),
    changed: named(
      staying.filter((id) => inEach(before, id) !== inEach(after, id)),
      is,
    ),
    moved: named(staying.filter(isMoved), is),
  };
}

type Place = { title: string; sectionId: string; place: number };

function placesIn(interview: Interview | undefined): Map<string, Place> {
  const sections = interview?.sections ?? [];
  const found = sections.flatMap((section) =>
    questionsOf({ sections: [section] }).map(({ id, title }) => ({ id, title, sectionId: section.id })),
  );
  return new Map(found.map(({ id, ...question }, place) => [id, { ...question, place }]));
}

/** The question in each language as JSON; equal questions give equal text. */
function inEach(versions: InterviewsByLanguage, id: string): string {
  const questions = [...versions].map(([language, interview]) => {
    return [language, questionsOf(interview).find((question) => question.id === id)];
  });
  return JSON.stringify(Object.fromEntries(questions), byName);
}

/** A JSON replacer that sorts the keys of every object. */
function byName(_name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** The longest increasing subsequence: the others were moved. */
function longestRise(places: [id: string, place: number][]): string[] {
  const best: string[][] = [];
  for (const [nth, [id, place]] of places.entries()) {
    const before = places
      .slice(0, nth)
      .map(([, earlier], other) => (earlier < place ? best[other] : undefined));
    const longest = before.reduce<string[]>(
      (most, each) => (each && each.length > most.length ? each : most),
      [],
    );
    best.push([...longest, id]);
  }
  return best.reduce((most, each) => (each.length > most.length ? each : most), []);
}
