import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { interview as anyInterview } from "../../tests/support/data/arbitraries.ts";
import spanish from "../messages/server/es.json" with { type: "json" };
import { builtInInterview, builtInInterviewIn } from "./built-in-interview.ts";
import type { Choice } from "./choice.ts";
import type { ShowIf } from "./condition.ts";
import { interviewSchema } from "./definitions/interview.ts";
import {
  entryPlaces,
  type Interview,
  questionsIn,
  questionsOf,
  questionsOfKind,
  type Section,
  writtenQuestions,
} from "./interview.ts";
import { OTHER_TOOL } from "./kinds/tool-selection.ts";
import { type Question, writtenEntryOf } from "./question.ts";

const namesOf = (interview: Interview) => [...entryPlaces(interview).keys()];
const valuesOf = (options: Choice[] = []) => options.map((option) => option.value);
const labelsOf = (options: Choice[] = []) => options.map((option) => option.label);
describe("the built-in interview", () => {
  test("is a valid interview and leaves its own schema unchanged", () => {
    expect(interviewSchema.parse(builtInInterview)).toEqual(builtInInterview);
  });

  test("asks the six sections of the specification in order", () => {
    expect(builtInInterview.sections.map(({ id, name, minutes }) => [id, name, minutes])).toEqual([
      ["business-snapshot", "Business Snapshot", 7],
      ["leads-booking", "Leads → Booking", 6],
      ["service-delivery-ops", "Service Delivery & Ops", 6],
      ["money-admin", "Money & Admin", 5],
      ["customers-growth", "Customers & Growth", 7],
      ["website", "Website", 5],
    ]);
  });

  test("asks the thirteen questions of the specification, each in its section, kind and entry", () => {
    const asked = builtInInterview.sections.flatMap((section) =>
      questionsIn(section).map((question) => [section.id, question.id, question.kind, question.entry]),
    );
    expect(asked).toEqual([
      ["business-snapshot", "business-profile", "business-profile", "business-profile"],
      ["business-snapshot", "team-description", "free-answer", "team-and-business-setup"],
      ["business-snapshot", "current-tools", "tool-picker", "tool-selection"],
      ["leads-booking", "customer-acquisition", "free-answer", "customer-acquisition"],
      ["leads-booking", "booking-process", "free-answer", "booking-process"],
      ["service-delivery-ops", "service-execution", "free-answer", "service-execution"],
      ["service-delivery-ops", "operations-management", "free-answer", "operations-management"],
      ["money-admin", "financial-management", "free-answer", "financial-management"],
      ["money-admin", "administrative-tasks", "free-answer", "administrative-tasks"],
      ["customers-growth", "customer-relationships", "free-answer", "customer-relationships"],
      ["customers-growth", "growth-vision", "free-answer", "growth-and-future-vision"],
      ["website", "website-info", "website", "website-form"],
      ["website", "website-vision", "free-answer", "website-vision"],
    ]);
  });

  test("keeps written answers under the eleven entry names of the specification", () => {
    expect(writtenQuestions(builtInInterview).map(({ entry }) => entry)).toEqual([
      "team-and-business-setup",
      "current-tools",
      "customer-acquisition",
      "booking-process",
      "service-execution",
      "operations-management",
      "financial-management",
      "administrative-tasks",
      "customer-relationships",
      "growth-and-future-vision",
      "website-vision",
    ]);
  });

  test("offers the business profile's options with the specification's labels", () => {
    const profile = questionsOfKind(builtInInterview, "business-profile")[0];
    expect(profile?.employees.label).toBe("Number of Employees");
    expect(labelsOf(profile?.employees.options)).toEqual([
      "Just me (1)",
      "2-5",
      "6-10",
      "11-25",
      "26-50",
      "50+",
    ]);
    expect(valuesOf(profile?.employees.options)).toEqual(["1", "2-5", "6-10", "11-25", "26-50", "50+"]);
    expect(profile?.locations.label).toBe("Number of Locations");
    expect(labelsOf(profile?.locations.options)).toEqual(["1", "2-3", "4-10", "10+"]);
    expect(valuesOf(profile?.locations.options)).toEqual(["1", "2-3", "4-10", "10+"]);
    expect(profile?.revenue.label).toBe("Annual Revenue Range");
    expect(labelsOf(profile?.revenue.options)).toEqual(["Less than $500K", "$500K - $1M", "More than $1M"]);
    expect(valuesOf(profile?.revenue.options)).toEqual(["<500k", "500k-1m", ">1m"]);
  });

  test("lists the twenty tools by name, and stores each in kebab-case", () => {
    const tools = questionsOfKind(builtInInterview, "tool-picker")[0]?.tools ?? [];
    const names =
      "QuickBooks, Xero, Square, Shopify, Wix, WordPress, Toast, Resy, OpenTable, Canva, Mailchimp, Google Workspace, Microsoft 365, Trello, Asana, ClickUp, HubSpot, Salesforce, Google Sheets, Excel";
    expect(labelsOf(tools)).toEqual(names.split(", "));
    expect(valuesOf(tools)).toEqual(names.split(", ").map((name) => name.toLowerCase().replaceAll(" ", "-")));
    expect(valuesOf(tools)).not.toContain(OTHER_TOOL);
  });

  test("offers no choice twice", () => {
    const profile = questionsOfKind(builtInInterview, "business-profile")[0];
    const tools = questionsOfKind(builtInInterview, "tool-picker")[0]?.tools ?? [];
    for (const options of [
      profile?.employees.options,
      profile?.locations.options,
      profile?.revenue.options,
      tools,
    ]) {
      expect(new Set(valuesOf(options)).size).toBe(valuesOf(options).length);
      expect(new Set(labelsOf(options)).size).toBe(labelsOf(options).length);
    }
  });

  test("asks for remarks on the tools in the product's words", () => {
    expect(questionsOfKind(builtInInterview, "tool-picker")[0]?.remarksPrompt).toBe(
      "Anything to add about your tools?",
    );
  });

  test.each([
    ["English", builtInInterview],
    ["Spanish", builtInInterviewIn(spanish)],
  ])(
    "has sample answers of at most 140 characters in %s, because a phone shows them whole",
    (_, interview) => {
      const samples = questionsOfKind(interview, "free-answer").map(({ sample }) => sample);
      expect(samples.length).toBeGreaterThan(9);
      expect(samples.filter(({ length }) => length > 140)).toEqual([]);
    },
  );

  test("gives an example address", () => {
    const sample = questionsOfKind(builtInInterview, "website")[0]?.sample ?? "";
    expect(new URL(sample).hostname).toMatch(/example\.com$/);
  });
});

describe("looking into an interview", () => {
  const onlyFree: Interview = interviewOf([freeAnswer("one"), freeAnswer("two")]);

  test("a form that is not part of the interview is not found", () => {
    expect(questionsOfKind(onlyFree, "business-profile")).toEqual([]);
    expect(questionsOfKind(onlyFree, "tool-picker")).toEqual([]);
    expect(questionsOfKind(onlyFree, "website")).toEqual([]);
  });

  test("a form without remarks has no entry for written answers", () => {
    expect(
      questionsOf(builtInInterview)
        .map(writtenEntryOf)
        .filter((entry) => entry === undefined),
    ).toHaveLength(2);
  });

  test("each written question comes with its section", () => {
    expect(writtenQuestions(onlyFree).map(({ section, question }) => [section.id, question.id])).toEqual([
      ["section", "one"],
      ["section", "two"],
    ]);
  });

  test("every entry belongs to a form or holds written answers", () => {
    fc.assert(
      fc.property(anyInterview(), (interview) => {
        const forms = questionsOf(interview)
          .filter(({ kind }) => kind !== "free-answer")
          .map(({ entry }) => entry);
        const written = writtenQuestions(interview).map(({ entry }) => entry);
        expect(new Set([...forms, ...written])).toEqual(new Set(namesOf(interview)));
      }),
    );
  });
});

describe("a provider's interview", () => {
  test("is accepted in any mix of questions", () => {
    fc.assert(
      fc.property(anyInterview(), (interview) => {
        expect(interviewSchema.parse(interview)).toEqual(interview);
      }),
    );
  });

  test("is stored without white space around its texts", () => {
    const parsed = interviewSchema.parse(interviewOf([{ ...freeAnswer("one"), title: "  Your team\n" }]));
    expect(questionsOf(parsed)[0]?.title).toBe("Your team");
  });
});

describe("an interview is refused, with the reason,", () => {
  const first = freeAnswer("one");
  const other = freeAnswer("two");
  const picker = pickerQuestion();
  test.each<[string, Interview, string]>([
    [
      "when two sections have the same id",
      {
        sections: [...interviewOf([first]).sections, ...interviewOf([other]).sections],
      },
      "Two sections have the same id: section",
    ],
    [
      "when two questions have the same id",
      interviewOf([first, { ...other, id: "one" }]),
      "Two questions have the same id: one",
    ],
    [
      "when two questions share an entry",
      interviewOf([first, { ...other, entry: first.entry }]),
      `Two questions have the same entry name: ${first.entry}`,
    ],
    [
      "when remarks share an entry with a question",
      interviewOf([picker, { ...other, entry: picker.remarksEntry }]),
      `Two questions have the same entry name: ${picker.remarksEntry}`,
    ],
    [
      "when remarks share the entry of their form",
      interviewOf([{ ...picker, remarksEntry: picker.entry }]),
      `Two questions have the same entry name: ${picker.entry}`,
    ],
    [
      "when a condition names a question that comes later",
      interviewOf([first, { ...other, showIf: when("three") }, freeAnswer("three")]),
      "No earlier question has this id: three",
    ],
    [
      "when a condition names its own question",
      interviewOf([first, { ...other, showIf: when("two") }]),
      "No earlier question has this id: two",
    ],
    [
      "when a condition names no question",
      interviewOf([first, { ...other, showIf: when("gone") }]),
      "No earlier question has this id: gone",
    ],
    [
      "when a section is asked by one of the questions in it",
      sectionsOf(interviewOf([first]), { ...interviewOf([other]).sections[0], id: "s", showIf: when("two") }),
      "No earlier question has this id: two",
    ],
    [
      "when a condition compares words",
      interviewOf([first, { ...other, showIf: when("one", "Rosa") }]),
      'Only "is: answered" can be asked of a question of this kind: one',
    ],
    [
      "when a condition names an option that is not offered",
      interviewOf([first, picker, { ...other, showIf: when("tools", "fax") }]),
      "The question tools has no such value. It has: xero, other, none",
    ],
    [
      "when every question is optional or under a condition",
      interviewOf([
        { ...first, need: "optional" },
        { ...other, showIf: when("one") },
      ]),
      "At least one question has to be asked of every client: neither optional nor under a condition",
    ],
  ])("%s", (_, interview, message) => {
    expect(messagesOf(interview)).toEqual([message]);
  });

  test("an error names at most twenty values", () => {
    const tools = Array.from({ length: 200 }, (_, n) => ({ value: `t${n}`, label: "Tool" }));
    const asked = interviewOf([first, { ...picker, tools }, { ...other, showIf: when("tools", "fax") }]);
    const [message = ""] = messagesOf(asked);
    expect(message).toMatch(/: t0, t1, .*t19, \.\.\.$/);
  });

  test.each<[string, unknown]>([
    ["nothing", undefined],
    ["no section", { sections: [] }],
    ["an unknown field", { ...interviewOf([first]), title: "Mine" }],
    ["a section without questions", interviewOf([])],
    [
      "31 sections",
      {
        sections: Array.from({ length: 31 }, (_, n) => ({
          ...interviewOf([freeAnswer(`q${n}`)]).sections[0],
          id: `s${n}`,
        })),
      },
    ],
    ["51 questions in a section", interviewOf(Array.from({ length: 51 }, (_, n) => freeAnswer(`q${n}`)))],
    ["an id with capitals", interviewOf([{ ...first, id: "One" }])],
    ["an id with a space", interviewOf([{ ...first, id: "one two" }])],
    ["an id that ends in a hyphen", interviewOf([{ ...first, id: "one-" }])],
    ["an id that every object inherits", interviewOf([{ ...first, entry: "__proto__" }])],
    ["an empty id", interviewOf([{ ...first, id: "" }])],
    ["an id of 61 characters", interviewOf([{ ...first, id: "a".repeat(61) }])],
    ["a blank title", interviewOf([{ ...first, title: "  " }])],
    ["a prompt of 1,001 characters", interviewOf([{ ...first, prompt: "a".repeat(1_001) }])],
    ["a blank help", interviewOf([{ ...first, help: " \n " }])],
    ["a help of 4,001 characters", interviewOf([{ ...first, help: "a".repeat(4_001) }])],
    ["a question without its sample", interviewOf([{ ...first, sample: undefined } as unknown as Question])],
    ["an unknown kind of question", interviewOf([{ ...first, kind: "essay" } as unknown as Question])],
    ["a picker without tools", interviewOf([{ ...picker, tools: [] }])],
    [
      "a picker of 201 tools",
      interviewOf([
        { ...picker, tools: Array.from({ length: 201 }, (_, n) => ({ value: `${n}`, label: "Tool" })) },
      ]),
    ],
    ["a tool without a value", interviewOf([{ ...picker, tools: [{ value: "", label: "Nothing" }] }])],
    ["a tool without a label", interviewOf([{ ...picker, tools: [{ value: "xero", label: " " }] }])],
    [
      "a tool whose value has 61 characters",
      interviewOf([{ ...picker, tools: [{ value: "x".repeat(61), label: "X" }] }]),
    ],
    ["another need", interviewOf([first, { ...other, need: "expected" } as unknown as Question])],
    ["a condition without tests", interviewOf([first, { ...other, showIf: { match: "all", tests: [] } }])],
    [
      "a condition of 11 tests",
      interviewOf([
        first,
        { ...other, showIf: { match: "any", tests: Array(11).fill({ question: "one", is: "answered" }) } },
      ]),
    ],
    [
      "a condition within a condition",
      interviewOf([
        first,
        { ...other, showIf: { match: "all", tests: [when("one")] } } as unknown as Question,
      ]),
    ],
    [
      "a comparison without a value",
      interviewOf([
        first,
        picker,
        {
          ...other,
          showIf: { match: "all", tests: [{ question: "tools", is: "equals" }] },
        } as unknown as Question,
      ]),
    ],
    [
      "a comparison of another sort",
      interviewOf([
        first,
        picker,
        {
          ...other,
          showIf: { match: "all", tests: [{ question: "tools", is: "matches", value: ".*" }] },
        } as unknown as Question,
      ]),
    ],
    [
      "a test that is not, and not",
      interviewOf([
        first,
        {
          ...other,
          showIf: { match: "all", tests: [{ question: "one", is: "answered", not: false }] },
        } as unknown as Question,
      ]),
    ],
    ["a section of no minutes", withMinutes(0)],
    ["a section of half a minute", withMinutes(0.5)],
    ["a section of 241 minutes", withMinutes(241)],
  ])("for %s", (_, interview) => {
    expect(messagesOf(interview)).not.toEqual([]);
  });
});

function messagesOf(interview: unknown): string[] {
  return interviewSchema.safeParse(interview).error?.issues.map((issue) => issue.message) ?? [];
}

function interviewOf(questions: Question[], minutes = 5): Interview {
  const description = "What we ask here.";
  return { sections: [{ id: "section", name: "Section", minutes, description, questions }] };
}

function sectionsOf(interview: Interview, section: unknown): Interview {
  return { sections: [...interview.sections, section as Section] };
}

/** A condition on that question: its value, or, without a value, that it is answered. */
function when(question: string, value?: string): ShowIf {
  const test = value === undefined ? { is: "answered" as const } : { is: "includes" as const, value };
  return { match: "all", tests: [{ question, ...test }] };
}

function withMinutes(minutes: number): Interview {
  return interviewOf([freeAnswer("one")], minutes);
}

function freeAnswer(id: string) {
  return {
    kind: "free-answer" as const,
    id,
    entry: `${id}-entry`,
    title: "A title",
    prompt: "A prompt?",
    sample: "A sample.",
  };
}

function pickerQuestion() {
  return {
    kind: "tool-picker" as const,
    id: "tools",
    entry: "tools",
    remarksEntry: "tool-remarks",
    title: "Tools",
    prompt: "Which?",
    remarksPrompt: "More?",
    sample: "Some.",
    tools: [{ value: "xero", label: "Xero" }],
  };
}

test("an id that every object inherits is refused", () => {
  const changed = structuredClone(builtInInterview);
  const [section] = changed.sections;
  if (section) section.id = "constructor";
  expect(interviewSchema.safeParse(changed).error?.issues[0]?.message).toBe("This id is reserved");
});
