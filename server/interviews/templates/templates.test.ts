import { expect, test } from "vitest";
import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import { entryPlaces } from "#contract/interview/interview.ts";
import { completeLanguages } from "#contract/manage/interview-draft/draft.ts";
import { draftFaults } from "#contract/manage/interview-draft/draft-faults.ts";
import { interviewDraftSchema } from "#contract/manage/interview-draft/draft-schema.ts";
import { readDraft } from "../manage-interviews.ts";
import { draftOfTemplate, templates } from "./templates.ts";

const named = templates.map((template) => [template.templateId, template] as const);

test.each(named)("%s is complete in both languages, and has 8 to 14 questions", (_, template) => {
  for (const language of ["en", "es"] as const) {
    const draft = draftOfTemplate(template, language);
    expect(interviewDraftSchema.parse(draft)).toEqual(draft);
    expect(draftFaults(draft)).toEqual([]);
    expect(completeLanguages(draft)).toEqual(draft.languages);
    expect([...readDraft(draft).keys()]).toEqual(draft.languages);
  }
  const questions = template.sections.flatMap((section) => section.questions);
  expect(questions.length).toBeGreaterThanOrEqual(8);
  expect(questions.length).toBeLessThanOrEqual(14);
});

test("an entry name means one kind of question in all templates and the built-in interview", () => {
  const places = [
    builtInInterview,
    ...templates.map((template) => readDraft(draftOfTemplate(template, "en")).get("en")),
  ].flatMap((interview) => (interview ? [...entryPlaces(interview).values()] : []));
  const kinds = Map.groupBy(places, ({ name }) => name);
  const several = [...kinds].filter(([, all]) => new Set(all.map(({ kind }) => kind)).size > 1);
  expect(several.map(([name]) => name)).toEqual([]);
});
