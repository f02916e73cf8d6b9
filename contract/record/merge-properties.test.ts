import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { completedRecord, interview } from "../../tests/support/data/arbitraries.ts";
import { recordEdit, threeRecords } from "../../tests/support/data/edited-record.ts";
import { builtInInterview } from "../interview/built-in-interview.ts";
import { type Interview, questionsOfKind, writtenQuestions } from "../interview/interview.ts";
import type { WrittenEntry } from "../interview/kinds/free-answer.ts";
import type { RecordedAnswer } from "../interview/kinds/recorded-answer.ts";
import type { ToolSelectionEntry } from "../interview/kinds/tool-selection.ts";
import { ANSWER_MAX_LENGTH, ANSWERS_PER_QUESTION_MAX } from "../limits.ts";
import { type MergeInput, mergeRecords } from "./merge.ts";
import { type ClientRecord, hasContent, recordSchema } from "./record.ts";

const RUNS = { numRuns: 200 };

type Case = MergeInput & { asked: Interview };

const answersOf = (record: ClientRecord | undefined, name: string) =>
  (record?.[name] as WrittenEntry | undefined)?.responses ?? [];
const contentsOf = (record: ClientRecord, name: string) =>
  answersOf(record, name).map(({ content }) => content);
const entryNames = (asked: Interview) => writtenQuestions(asked).map(({ entry }) => entry);
/** The record without the entries that count as missing. */
const filled = (record: ClientRecord) =>
  Object.fromEntries(Object.entries(record).filter(([name, entry]) => hasContent({ [name]: entry })));

/** The answers of one question on each side, with their synced versions and their counterparts on the other side. */
function answersBySide({ base, mine, theirs }: MergeInput, name: string) {
  const sides = [
    { own: mine, other: theirs },
    { own: theirs, other: mine },
  ];
  const find = (record: ClientRecord | undefined, id: string) =>
    answersOf(record, name).find((answer) => answer.id === id);
  return sides.flatMap(({ own, other }) =>
    answersOf(own, name).map((answer) => {
      const synced = find(base, answer.id);
      const counterpart = find(other, answer.id);
      return { answer, synced, counterpart, isUntouched: isSame(answer, synced) };
    }),
  );
}

function isSame(one: RecordedAnswer, other: RecordedAnswer | undefined): boolean {
  const said = ({ content, type, source }: RecordedAnswer) => JSON.stringify([content, type, source]);
  return other !== undefined && said(one) === said(other);
}

describe.for([
  ["the built-in interview", fc.constant(builtInInterview)],
  ["any interview", interview()],
] as const)("under %s,", ([, interviews]) => {
  const cases = interviews.chain((asked) =>
    threeRecords(asked).map((records): Case => ({ asked, ...records })),
  );
  const merge = ({ asked, ...input }: Case) => mergeRecords(asked, input).record;
  const check = (claim: (merged: Case) => void) => fc.assert(fc.property(cases, claim), RUNS);

  test("everything that neither side deleted or replaced is there", () => {
    check(({ asked, ...input }) => {
      const { record, leftOver } = mergeRecords(asked, input);
      expect(leftOver).toEqual({});
      for (const name of entryNames(asked)) {
        const kept = answersBySide(input, name).filter(
          ({ isUntouched, counterpart, synced }) =>
            !isUntouched || (counterpart !== undefined && isSame(counterpart, synced)),
        );
        const spoken = kept.map(({ answer }) => answer.content).filter((content) => content !== "");
        const missing = spoken.filter((content) => !contentsOf(record, name).includes(content));
        expect(missing).toEqual([]);
      }
    });
  });

  test("what one side deleted and the other left alone is gone", () => {
    check(({ asked, ...input }) => {
      const { record } = mergeRecords(asked, input);
      for (const name of entryNames(asked)) {
        const deleted = answersBySide(input, name).filter((one) => one.isUntouched && !one.counterpart);
        const deletedIds = deleted.map(({ answer }) => answer.id);
        const back = answersOf(record, name).filter(({ id }) => deletedIds.includes(id));
        expect(back).toEqual([]);
      }
    });
  });

  test("an answer is contested only where both sides changed the question", () => {
    check(({ asked, ...input }) => {
      const { contested } = mergeRecords(asked, input);
      const hasTouched = (record: ClientRecord, name: string) =>
        JSON.stringify(record[name]) !== JSON.stringify(input.base?.[name]);
      const both = contested.filter((name) => hasTouched(input.mine, name) && hasTouched(input.theirs, name));
      expect(contested).toEqual(both);
    });
  });

  test("an answer has an author only where the words are that author's", () => {
    const authorsIn = (record: ClientRecord | undefined, name: string) =>
      answersOf(record, name)
        .filter(({ by }) => by !== undefined)
        .map(({ id, content, by }) => JSON.stringify([id, content, by]));
    check(({ asked, ...input }) => {
      const { record } = mergeRecords(asked, input);
      for (const name of entryNames(asked)) {
        const known = [...authorsIn(input.mine, name), ...authorsIn(input.theirs, name)];
        expect(authorsIn(record, name).filter((one) => !known.includes(one))).toEqual([]);
      }
    });
  });

  test("an author stays with unchanged words", () => {
    check(({ asked, ...input }) => {
      const { record } = mergeRecords(asked, input);
      for (const name of entryNames(asked)) {
        const kept = answersBySide(input, name).filter(
          ({ answer, counterpart }) => answer.by && counterpart?.by && isSame(answer, counterpart),
        );
        for (const { answer } of kept) {
          const merged = answersOf(record, name).find(({ id }) => id === answer.id);
          expect(merged?.by).toEqual(answer.by);
        }
      }
    });
  });

  test("merging again changes nothing", () => {
    check((one) => {
      const record = merge(one);
      expect(merge({ ...one, theirs: record })).toEqual(record);
      expect(merge({ ...one, mine: record, theirs: record })).toEqual(record);
      expect(merge({ ...one, base: record, mine: record, theirs: record })).toEqual(record);
    });
  });

  test("both devices end with the same answers and tools", () => {
    const picked = (asked: Interview, record: ClientRecord) =>
      (record[questionsOfKind(asked, "tool-picker")[0]?.entry ?? ""] as ToolSelectionEntry | undefined)
        ?.selectedTools;
    check((one) => {
      const record = merge(one);
      const swapped = merge({ ...one, mine: one.theirs, theirs: one.mine });
      for (const name of entryNames(one.asked)) {
        expect(contentsOf(record, name).sort()).toEqual(contentsOf(swapped, name).sort());
      }
      expect(picked(one.asked, record)?.toSorted()).toEqual(picked(one.asked, swapped)?.toSorted());
    });
  });

  test("the result can be saved", () => {
    check((one) => {
      const record = merge(one);
      expect(recordSchema(one.asked).parse(record)).toEqual(record);
    });
  });

  test("where only one side made changes, the result equals that side", () => {
    check(({ base = {}, ...one }) => {
      expect(filled(merge({ ...one, base, mine: base }))).toEqual(filled(one.theirs));
      expect(filled(merge({ ...one, base, theirs: base }))).toEqual(filled(one.mine));
    });
  });

  test("the input records stay unchanged", () => {
    check((one) => {
      const before = JSON.stringify(one);
      merge(one);
      expect(JSON.stringify(one)).toBe(before);
    });
  });

  test("three devices reach the same record, in any order of edits and syncs, and nothing is missing", () => {
    const stories = interviews.chain((asked) => {
      const edit = fc.option(recordEdit(asked), { freq: 2, nil: undefined });
      const steps = fc.array(fc.record({ device: fc.nat(2), edit }), { maxLength: 9 });
      return fc.record({ asked: fc.constant(asked), start: completedRecord(asked), steps });
    });
    const claim = fc.property(stories, ({ asked, start, steps }) => {
      const devices = new Devices(asked, start);
      for (const { device, edit } of steps) {
        if (edit) devices.edit(device, edit(devices.recordOf(device)));
        else devices.sync(device);
      }
      devices.syncAll();
      const synced = JSON.stringify(devices.server);
      devices.syncAll();
      const records = [devices.server, ...[0, 1, 2].map((device) => devices.recordOf(device))];
      expect(records.map((record) => JSON.stringify(record))).toEqual(Array(4).fill(synced));
      expect(devices.missing()).toEqual([]);
    });
    fc.assert(claim, RUNS);
  });
});

/** Three devices with a server between them; records everything that was ever entered and removed. */
class Devices {
  server: ClientRecord;
  readonly #asked: Interview;
  readonly #devices: { synced: ClientRecord; record: ClientRecord }[];
  readonly #entered: Said[];
  readonly #removed = new Set<string>();

  constructor(asked: Interview, start: ClientRecord) {
    this.server = start;
    this.#asked = asked;
    this.#devices = [0, 1, 2].map(() => ({ synced: start, record: start }));
    this.#entered = saidIn(asked, start);
  }

  recordOf(device: number): ClientRecord {
    return this.#devices[device]?.record ?? {};
  }

  edit(device: number, record: ClientRecord): void {
    const left = saidIn(this.#asked, record);
    const places = new Set(left.map(({ place }) => place));
    for (const { place, words } of saidIn(this.#asked, this.recordOf(device))) {
      if (!places.has(place)) this.#removed.add(words);
    }
    this.#entered.push(...left);
    Object.assign(this.#devices[device] ?? {}, { record });
  }

  sync(device: number): void {
    const { synced: base, record: mine } = this.#devices[device] ?? { synced: {}, record: {} };
    const { record } = mergeRecords(this.#asked, { base, mine, theirs: this.server });
    this.server = record;
    this.#devices[device] = { synced: record, record };
  }

  syncAll(): void {
    for (const device of this.#devices.keys()) this.sync(device);
  }

  missing(): string[] {
    const present = new Set(saidIn(this.#asked, this.server).map(({ words }) => words));
    const entered = this.#entered.map(({ words }) => words);
    return entered.filter((words) => !this.#removed.has(words) && !present.has(words));
  }
}

/** `words`: the words of an answer with its question. `place`: where they are, since a removal counts only there. */
type Said = { words: string; place: string };

function saidIn(asked: Interview, record: ClientRecord): Said[] {
  return entryNames(asked).flatMap((name) =>
    answersOf(record, name)
      .filter(({ content }) => content !== "")
      .map(({ id, content }) => ({
        words: `${name}: ${content}`,
        place: JSON.stringify([name, id, content]),
      })),
  );
}

describe("with more answers than a question allows,", () => {
  const NAME = "booking-process";
  const kind = fc.record({
    type: fc.constantFrom("text" as const, "text" as const, "audio" as const),
    length: fc.constantFrom(8, 8, 8, 8, 3_000, ANSWER_MAX_LENGTH / 2),
    /** The base has the answers of "both". */
    whose: fc.constantFrom("mine", "theirs", "both"),
  });
  const items = fc
    .tuple(fc.integer({ min: 180, max: 320 }), fc.array(kind, { minLength: 1, maxLength: 40 }))
    .map(([count, kinds]) => Array.from({ length: count }, (_, place) => kinds[place % kinds.length]));
  const written = (responses: RecordedAnswer[]): ClientRecord => ({
    [NAME]: {
      section: "leads-booking",
      question: NAME,
      responses: responses.slice(0, ANSWERS_PER_QUESTION_MAX),
    },
  });
  const inputs = items.map((list): MergeInput => {
    const recordOf = (side: string) =>
      written(
        list.flatMap((item, place): RecordedAnswer[] => {
          if (!item || (item.whose !== side && item.whose !== "both")) return [];
          const content = `<${side} ${place}>`.padEnd(item.length, ".");
          const timestamp = "2026-03-01T12:00:00.000Z";
          return [{ type: item.type, content, timestamp, id: `answer-${place}` }];
        }),
      );
    return { base: recordOf("both"), mine: recordOf("mine"), theirs: recordOf("theirs") };
  });
  const merge = (input: MergeInput) => mergeRecords(builtInInterview, input);
  const check = (claim: (input: MergeInput) => void) => fc.assert(fc.property(inputs, claim), RUNS);

  test("no answer is missing, and the result can be saved", () => {
    check((input) => {
      const { record, leftOver } = merge(input);
      expect(recordSchema(builtInInterview).safeParse(record).success).toBe(true);
      const all = [...answersOf(record, NAME), ...(leftOver[NAME] ?? [])].map(({ content }) => content);
      const entered = [input.mine, input.theirs].flatMap((side) => contentsOf(side, NAME));
      expect(entered.filter((content) => !all.some((kept) => kept.includes(content)))).toEqual([]);
    });
  });

  test("only answers that do not fit are left over, and recordings only where no text is left", () => {
    check((input) => {
      const { record, leftOver } = merge(input);
      const answers = answersOf(record, NAME);
      const left = leftOver[NAME] ?? [];
      if (left.length > 0) expect(answers).toHaveLength(ANSWERS_PER_QUESTION_MAX);
      if (left.some(({ type }) => type === "audio")) {
        expect(answers.filter(({ type }) => type === "text")).toEqual([]);
      }
    });
  });

  test("merging again joins no answer twice", () => {
    check((input) => {
      const { record, leftOver } = merge(input);
      if (Object.keys(leftOver).length > 0) return;
      const again = merge({ ...input, theirs: record });
      expect([again.record, again.leftOver]).toEqual([record, {}]);
    });
  });
});
