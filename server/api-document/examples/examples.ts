import type { Interview } from "#contract/interview/interview.ts";
import { accountExamples } from "./account-examples.ts";
import { clientExamples } from "./client-examples.ts";
import { clientWorkExamples } from "./client-work-examples.ts";
import { interviewExamples } from "./interview-examples.ts";
import { messageExamples } from "./message-examples.ts";
import { checkExamples, settingExamples } from "./setting-examples.ts";

/** Example bodies of a call. */
export type Example = { body?: unknown; answer?: unknown; created?: unknown };

/** An example for each JSON body, by the call's name. */
export function examplesFor(interview: Interview): { readonly [call: string]: Example } {
  return {
    ...clientExamples(interview),
    ...accountExamples,
    ...clientWorkExamples,
    ...interviewExamples,
    ...messageExamples,
    ...checkExamples,
    ...settingExamples,
  };
}
