import * as z from "zod";
import { languages } from "#contract/languages.ts";

/**
 * What the interview file may contain besides the interview itself, whose schema is in the contract. Everything is
 * optional.
 */
const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^\P{Cc}*$/u, { error: "One line of text only" });

const color = z.string().regex(/^#[\da-f]{6}$/i, { error: 'A color such as "#1c5b4a", in quotes' });
/** A file next to this one, so that both are moved together. */
const fileName = line(200).refine((name) => !/[/\\]|^\.\.?$/.test(name), {
  error: "The name of a file in the folder of this one",
});

export const supportSchema = z
  .strictObject({
    email: z.optional(z.email({ error: "An address such as help@example.com" }).max(200)),
    phone: z.optional(
      line(40).regex(/^\+?[\d ()./-]*\d[\d ()./-]*$/, {
        error: 'A number such as "+1 555 010 2030", in quotes',
      }),
    ),
    page: z.optional(z.url({ protocol: /^https$/, error: "An address that begins with https://" }).max(500)),
  })
  .refine((support) => Object.keys(support).length > 0, { error: "Name an email, a phone or a page" });

/** The name of `colors` in files of release 0.1.0. */
export const EARLIER_COLORS = "colours";

const colorsSchema = z.strictObject({
  accent: color,
  /** For a dark background; computed from `accent` if omitted. */
  accentDark: z.optional(color),
});

export const providerSchema = z.strictObject({
  name: z.optional(line(60)),
  logo: z.optional(fileName),
  /** For a dark background, if the other logo is not visible on one. */
  logoDark: z.optional(fileName),
  colors: z.optional(colorsSchema),
  [EARLIER_COLORS]: z.optional(colorsSchema),
  support: z.optional(supportSchema),
  /** Paragraphs separated by blank lines. */
  privacy: z.optional(z.string().trim().min(1).max(20_000)),
});

/** The languages that clients choose from; the first is the default. */
const languagesSchema = z
  .array(z.enum(languages, { error: `A language is one of ${languages.join(", ")}` }))
  .min(1)
  .refine((named) => new Set(named).size === named.length, { error: "A language is named twice" });

export const interviewFileSchema = z.strictObject({
  format: z.literal(1, { error: "The format is 1" }),
  languages: z.optional(languagesSchema),
  provider: z.optional(providerSchema),
  tips: z.optional(z.unknown()),
  after: z.optional(z.unknown()),
  replyWithin: z.optional(z.unknown()),
  sections: z.optional(z.unknown()),
});

export type ProviderInput = z.infer<typeof providerSchema>;
