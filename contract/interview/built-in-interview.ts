import english from "../messages/server/en.json" with { type: "json" };
import { rangeChoices, toolChoices } from "./built-in-choices.ts";
import type { Interview } from "./interview.ts";
import type { QuestionOf } from "./question.ts";

type MessageId = keyof typeof english;
/** The texts of the built-in interview in one language; a catalog that lacks one does not compile. */
type InterviewWords = { [Id in Extract<MessageId, `interview.${string}`>]: string };

/** Every question has a title and a prompt in the catalog; a free answer also has a sample, hints and probes. */
type PartOf<Part extends string> = MessageId extends infer Id
  ? Id extends `interview.${infer Name}.${Part}`
    ? Name
    : never
  : never;
type SectionId = PartOf<"description">;
type QuestionId = PartOf<"prompt">;
type FreeAnswerId = Extract<PartOf<"hint1">, QuestionId>;

/**
 * The interview that Firsthand asks if the provider has not defined one, in the language of `words`. Ids, names,
 * minutes and entry names are the specification's (§2.2, §3); titles, prompts, descriptions and sample answers are
 * ours, in `contract/messages/server/`. Ids and values are the same in every language.
 */
export function builtInInterviewIn(words: InterviewWords): Interview {
  const section = (id: SectionId, minutes: number) => ({
    id,
    name: words[`interview.${id}.name`],
    minutes,
    description: words[`interview.${id}.description`],
  });
  const asked = (id: QuestionId) => ({
    title: words[`interview.${id}.title`],
    prompt: words[`interview.${id}.prompt`],
  });
  const freeAnswer = (id: FreeAnswerId, entry: string = id): QuestionOf<"free-answer"> => ({
    kind: "free-answer",
    id,
    entry,
    ...asked(id),
    sample: words[`interview.${id}.sample`],
    hints: [words[`interview.${id}.hint1`], words[`interview.${id}.hint2`], words[`interview.${id}.hint3`]],
    probes: [words[`interview.${id}.probe1`], words[`interview.${id}.probe2`]],
  });
  return {
    sections: [
      {
        ...section("business-snapshot", 7),
        questions: [
          {
            kind: "business-profile",
            id: "business-profile",
            entry: "business-profile",
            ...asked("business-profile"),
            ...profileFields(words),
          },
          freeAnswer("team-description", "team-and-business-setup"),
          {
            kind: "tool-picker",
            id: "current-tools",
            entry: "tool-selection",
            remarksEntry: "current-tools",
            ...asked("current-tools"),
            remarksPrompt: words["interview.current-tools.remarksPrompt"],
            sample: words["interview.current-tools.sample"],
            tools: toolChoices,
          },
        ],
      },
      {
        ...section("leads-booking", 6),
        questions: [freeAnswer("customer-acquisition"), freeAnswer("booking-process")],
      },
      {
        ...section("service-delivery-ops", 6),
        questions: [freeAnswer("service-execution"), freeAnswer("operations-management")],
      },
      {
        ...section("money-admin", 5),
        questions: [freeAnswer("financial-management"), freeAnswer("administrative-tasks")],
      },
      {
        ...section("customers-growth", 7),
        questions: [
          freeAnswer("customer-relationships"),
          freeAnswer("growth-vision", "growth-and-future-vision"),
        ],
      },
      {
        ...section("website", 5),
        questions: [
          {
            kind: "website",
            id: "website-info",
            entry: "website-form",
            ...asked("website-info"),
            sample: "https://www.example.com",
          },
          freeAnswer("website-vision"),
        ],
      },
    ],
  };
}

/** Stored values are in code, next to their labels (spec §2.2). */
function profileFields(words: InterviewWords) {
  const one = { value: "1", label: words["interview.business-profile.employees.one"] };
  return {
    employees: {
      label: words["interview.business-profile.employees"],
      options: [one, ...rangeChoices("2-5", "6-10", "11-25", "26-50", "50+")],
    },
    locations: {
      label: words["interview.business-profile.locations"],
      options: rangeChoices("1", "2-3", "4-10", "10+"),
    },
    revenue: {
      label: words["interview.business-profile.revenue"],
      options: [
        { value: "<500k", label: words["interview.business-profile.revenue.least"] },
        { value: "500k-1m", label: words["interview.business-profile.revenue.middle"] },
        { value: ">1m", label: words["interview.business-profile.revenue.most"] },
      ],
    },
  };
}

/** The built-in interview in English. */
export const builtInInterview = builtInInterviewIn(english);
