import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import { writtenQuestions } from "#contract/interview/interview.ts";
import type { RecordInput } from "#contract/record/record.ts";
import { fullRecord } from "./full-record.ts";

/** Answers as the owner of a small cleaning company gives them: two or three sentences a question. */
const TEXTS = [
  "Eleven cleaners, two of them team leads, and Keisha in the office. I do the quotes and whatever nobody else wants to do.",
  "Jobber for the jobs, QuickBooks for the money, and a paper calendar that I trust more than both.",
  "Mostly people who saw the van, or heard of us from a neighbor. They call or write on Facebook, and I call back in the evening.",
  "They tell me rooms and how often. I give a price on the phone, and when they say yes I put it into Jobber and text them the day.",
  "Team arrives with the checklist on the phone, about two and a half hours for a house. The customer gets a text with a link to rate us.",
  "I plan the week on Thursday evening. It goes wrong on Monday morning, when two people call in sick, and I move eleven jobs around by hand while the phone rings.",
  "Cards are charged by Jobber the evening after the job. Offices pay by invoice, 30 days in theory. Keisha chases them in QuickBooks. About $18,000 is outstanding right now.",
  "Payroll. Five hours every second Friday, because the hours in Jobber and what people text me are never the same.",
  "They rate us by the link. A bad one calls my cell, and I go there myself the same day. Good ones I should ask for a review, and I forget.",
  "Two more offices by spring, and somebody who plans the week instead of me. I would like to take a week off in July.",
  "New customers should see a price without calling me, and pick a day. And it should not look like 2012.",
];

/** All thirteen questions answered, each as briefly as real clients do. */
export function realAnswers(): RecordInput {
  const questions = writtenQuestions(builtInInterview).map(({ question }) => question.id);
  return fullRecord((id) => TEXTS[questions.indexOf(id) % TEXTS.length] ?? "");
}
