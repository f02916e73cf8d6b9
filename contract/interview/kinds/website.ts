import * as z from "zod/mini";
import { SATISFACTION_MAX, SATISFACTION_MIN, URL_MAX_LENGTH } from "../../limits.ts";
import { isBlank } from "../../text.ts";
import type { QuestionOf } from "../question.ts";
import {
  mergeField,
  mergeMark,
  type NotApplicableMark,
  notApplicableField,
  notApplicableMark,
  versionsOf,
} from "./form.ts";
import type { KindDefinition } from "./kind.ts";
import { isNone, NONE } from "./none.ts";

type Question = QuestionOf<"website">;
export type WebsiteEntry = NotApplicableMark & {
  url: string;
  /** 1 to 10; absent until the client touches the slider. */
  satisfaction?: number;
};

/** What the address field holds for a client without a website. It is never a link. */
export const NO_WEBSITE = NONE;

/** Whether an address says that the client has no website. */
export function isNoWebsite(url: WebsiteEntry["url"]): boolean {
  return isNone(url);
}

export const website: KindDefinition<Question, WebsiteEntry> = {
  input: () =>
    z.strictObject({
      url: z.optional(z.string().check(z.maxLength(URL_MAX_LENGTH))),
      satisfaction: z.optional(z.int().check(z.minimum(SATISFACTION_MIN), z.maximum(SATISFACTION_MAX))),
      ...notApplicableField,
    }),

  stored: z.looseObject({
    url: z.optional(z.string()),
    satisfaction: z.optional(z.number()),
    ...notApplicableField,
  }),

  empty: { url: "" },
  sendsEmpty: true,

  complete(input) {
    const { url = "", satisfaction } = input;
    const isAnswered = !isBlank(url) || satisfaction !== undefined;
    return {
      url,
      ...(satisfaction !== undefined && { satisfaction }),
      ...notApplicableMark(input, isAnswered),
    };
  },

  isComplete: ({ url }) => !isBlank(url),

  merge(versions) {
    const url = mergeField(versionsOf(versions, "url"));
    const satisfaction = mergeField<number | undefined>(versionsOf(versions, "satisfaction"));
    return {
      entry: {
        url: url.value,
        ...(satisfaction.value !== undefined && { satisfaction: satisfaction.value }),
        ...mergeMark(versions),
      },
      isContested: url.isContested || satisfaction.isContested,
    };
  },

  toFields(_question, { url, satisfaction }) {
    // without a website the slider is hidden, and an earlier rating no longer applies
    if (isNoWebsite(url)) return [{ kind: "no-website" }];
    return [
      { kind: "url", text: url },
      { kind: "satisfaction", points: satisfaction },
    ];
  },

  hasFixedFields: true,
  values: ({ url }) => (isNoWebsite(url) ? [NONE] : []),
};
