import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import * as z from "zod";
import { interviewSchema } from "#contract/interview/definitions/interview.ts";
import type { Interview } from "#contract/interview/interview.ts";
import { inOneLanguage } from "#contract/interview/translated.ts";
import { type Language, languages } from "#contract/languages.ts";
import { builtInInterviews } from "./built-in-interviews.ts";
import { EARLIER_COLORS, interviewFileSchema, type ProviderInput } from "./file-schema.ts";
import { type Logo, type ProvidedFile, readLogo } from "./logo.ts";
import { type MailLook, mailLookOf } from "./mail-look.ts";
import type { SupportContact } from "./support.ts";
import { accentProblem, type Colors } from "./theme.ts";
import { themeStyles } from "./theme-styles.ts";
import { parseYaml, type YamlPath, type YamlProblem, type YamlText } from "./yaml-text.ts";

/** What the provider's interview file contains (decision 37); everything is optional. */
export type InterviewFileContent = {
  /** The interview in each offered language, the provider's first. They differ only in text. */
  interviews: ReadonlyMap<Language, Interview>;
  /** The first language; mails are written in it. */
  language: Language;
  /** Whether the sections are the built-in ones. */
  isBuiltIn: boolean;
  name: string | undefined;
  support: SupportContact;
  /** Paragraphs of each language; empty if none were written. */
  privacy: ReadonlyMap<Language, string[]>;
  /** CSS custom properties; empty if our own look is used. */
  theme: string;
  files: ProvidedFile[];
  /** A logo that is nearly square, for a phone's home screen. */
  icon: ProvidedFile | undefined;
  /** The look of mails, which cannot use the pages' style sheet. */
  mailLook: MailLook;
  /** The source of the style sheet and of the mails' look. */
  markers: Branding;
};

/** A provider's colors and logos; undefined for our own. */
export type Branding = { colors: Colors | undefined; logo: Logo | undefined; logoDark: Logo | undefined };

const ourMarkers: Branding = { colors: undefined, logo: undefined, logoDark: undefined };

export const noInterviewFile: InterviewFileContent = {
  interviews: new Map(languages.map((language) => [language, builtInInterviews[language]])),
  language: languages[0],
  isBuiltIn: true,
  name: undefined,
  support: {},
  privacy: new Map(),
  ...brandLookOf(ourMarkers),
};

/** Lists every problem on a line: file, line, column, path, reason. */
export class InterviewFileError extends Error {
  override name = "InterviewFileError";
}

const MAX_BYTES = 1024 * 1024;

/** Reads an interview file. Throws InterviewFileError. */
export function readInterviewFile(file: string): InterviewFileContent {
  const text = readText(file);
  const yaml = parseYaml(text);
  if (Array.isArray(yaml)) throw refusal(file, yaml);
  const read = readProvided(yaml, dirname(file));
  if (Array.isArray(read)) throw refusal(file, read);
  return read;
}

/** The interview in each language of a body. Throws InterviewFileError. */
export function readInterviewBody(body: unknown): InterviewFileContent["interviews"] {
  const yaml = parseYaml(JSON.stringify(body));
  const read = Array.isArray(yaml) ? yaml : readProvided(yaml, "");
  // a body is a single line, so positions would mean nothing
  if (Array.isArray(read)) throw new InterviewFileError(read.map(({ message }) => message).join("\n"));
  return read.interviews;
}

function readText(file: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new InterviewFileError(`${file} cannot be read (${code}). "firsthand interview print" makes one.`);
  }
  if (bytes.length > MAX_BYTES) throw new InterviewFileError(`${file} has more than 1 MiB.`);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new InterviewFileError(`${file} is no text in UTF-8.`);
  }
}

function refusal(file: string, problems: YamlProblem[]): InterviewFileError {
  const lines = problems
    .toSorted((one, other) => one.line - other.line || one.column - other.column)
    .map(({ line, column, message }) => `${basename(file)}:${line}:${column}: ${message}`);
  return new InterviewFileError(lines.join("\n"));
}

function readProvided(yaml: YamlText, folder: string): InterviewFileContent | YamlProblem[] {
  // zod's own messages describe a wrong value
  z.config(z.locales.en());
  if (!isFields(yaml.value)) return [{ line: 1, column: 1, message: NOT_A_FILE }];
  const isBuiltIn = yaml.value.sections === undefined;
  const offered = interviewFileSchema.shape.languages.safeParse(yaml.value.languages).data ?? [languages[0]];
  const readings = offered.map((language) =>
    readInLanguage(yaml, yaml.value as RawFields, { language, offered }),
  );
  const [first] = readings;
  const wrong = readings.flatMap(({ problems }) => problems);
  if (wrong.length > 0 || !first?.provider) return onlyOnce(wrong);
  const look = readMarkers(yaml, first.provider, folder);
  if (Array.isArray(look)) return look;
  return {
    interviews: new Map(readings.map(({ language, interview }) => [language, interview])),
    language: first.language,
    isBuiltIn,
    name: first.provider.name,
    support: first.provider.support ?? {},
    privacy: new Map(readings.map(({ language, provider }) => [language, paragraphsOf(provider?.privacy)])),
    ...look,
  };
}

type Reading = {
  language: Language;
  /** A placeholder if there are problems. */
  interview: Interview;
  provider: ProviderInput | undefined;
  problems: YamlProblem[];
};

/** Reads the file in one of its offered languages. */
function readInLanguage(
  yaml: YamlText,
  value: RawFields,
  { language, offered }: { language: Language; offered: readonly Language[] },
): Reading {
  const problems: YamlProblem[] = [];
  const read = inOneLanguage(value, {
    language,
    offered,
    tell: ({ path, message }) =>
      problems.push({ ...yaml.placeOf(path), message: `${pathText(path)}: ${message}` }),
  }) as RawFields;
  const { tips, after, replyWithin, sections } = read;
  const words = Object.entries({ tips, after, replyWithin }).filter(([, value]) => value !== undefined);
  const whole = interviewFileSchema.safeParse(read);
  const asked = interviewSchema.safeParse({
    // a file may contain the provider's words without its own sections
    sections: sections === undefined ? builtInInterviews[language].sections : withEntryNames(sections),
    ...Object.fromEntries(words),
  });
  for (const { error } of [whole, asked]) problems.push(...problemsOf(yaml, error?.issues ?? []));
  return {
    language,
    interview: asked.data ?? builtInInterviews[language],
    provider: whole.success ? (whole.data.provider ?? {}) : undefined,
    problems,
  };
}

/** Reports a problem that occurs in every language only once. */
function onlyOnce(problems: YamlProblem[]): YamlProblem[] {
  const problemsByText = new Map(problems.map((problem) => [JSON.stringify(problem), problem]));
  return [...problemsByText.values()];
}

/** Splits text at blank lines. */
export function paragraphsOf(text = ""): string[] {
  const paragraphs = text.split(/\n\s*\n/).map((paragraph) => paragraph.trim());
  return paragraphs.filter((paragraph) => paragraph !== "");
}

const NOT_A_FILE =
  "It begins with format: 1, and languages, provider, tips, after, replyWithin or sections follow";

/** An omitted entry name defaults to the question's id. */
function withEntryNames(sections: unknown): unknown {
  return mapped(sections, (section) => ({ ...section, questions: mapped(section.questions, named) }));
}

function named(question: RawFields): RawFields {
  const { id, kind } = question;
  if (typeof id !== "string" || kind === "statement") return question;
  return { entry: id, ...(kind === "tool-picker" && { remarksEntry: `${id}-remarks` }), ...question };
}

type RawFields = { [name: string]: unknown };

function isFields(value: unknown): value is RawFields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Leaves malformed parts unchanged, so that the schema reports them. */
function mapped(items: unknown, change: (item: RawFields) => RawFields): unknown {
  return Array.isArray(items) ? items.map((item) => (isFields(item) ? change(item) : item)) : items;
}

type BrandLook = Pick<InterviewFileContent, "theme" | "files" | "icon" | "mailLook" | "markers">;

/** Logos that are wider or taller than this would be tiny on a home screen. */
const ICON_RATIO = { min: 0.8, max: 1.25 };

/** Checks that colors are readable and that logo files exist. */
function readMarkers(yaml: YamlText, provider: ProviderInput, folder: string): BrandLook | YamlProblem[] {
  const { logo, logoDark } = provider;
  const key = provider[EARLIER_COLORS] ? EARLIER_COLORS : "colors";
  const colors = provider[key];
  const problems: YamlProblem[] = [];
  const refuse = (path: YamlPath, reason: string) =>
    problems.push({ ...yaml.placeOf(path), message: `${pathText(path)}: ${reason}` });
  const checkAccent = (name: "accent" | "accentDark", scheme: "light" | "dark") => {
    const problem = colors?.[name] && accentProblem(colors[name], scheme);
    if (problem) refuse(["provider", key, name], problem);
  };
  const read = (name: "logo" | "logoDark", file: string | undefined): Logo | undefined => {
    try {
      return file === undefined ? undefined : readLogo(join(folder, file));
    } catch (error) {
      refuse(["provider", name], (error as Error).message);
      return undefined;
    }
  };
  if (provider.colors && provider[EARLIER_COLORS])
    refuse(
      ["provider", EARLIER_COLORS],
      "This is the earlier name of colors, which the file has too: keep colors only",
    );
  checkAccent("accent", "light");
  checkAccent("accentDark", "dark");
  const logos = { logo: read("logo", logo), logoDark: read("logoDark", logoDark) };
  if (logoDark && !logo) refuse(["provider", "logoDark"], "It needs a logo beside it");
  if (problems.length > 0) return problems;
  return brandLookOf({ colors, ...logos });
}

/** The look that follows from colors and logos. */
export function brandLookOf(markers: Branding): BrandLook {
  const files = [markers.logo, markers.logoDark].filter((file) => file !== undefined);
  const icon = files.find(({ ratio }) => ratio >= ICON_RATIO.min && ratio <= ICON_RATIO.max);
  return { theme: themeStyles(markers), files, icon, mailLook: mailLookOf(markers), markers };
}

function problemsOf(yaml: YamlText, issues: z.core.$ZodIssue[]): YamlProblem[] {
  return issues.flatMap((issue) => {
    if (issue.code !== "unrecognized_keys")
      return [{ ...yaml.placeOf(issue.path), message: messageOf(yaml, issue) }];
    return issue.keys.map((key) => {
      const path = [...issue.path, key];
      return {
        ...yaml.keyPlace(path),
        message: `${pathText(path)}: Unknown name. Check the spelling, or remove it`,
      };
    });
  });
}

function messageOf(yaml: YamlText, issue: z.core.$ZodIssue): string {
  const { path } = issue;
  const before = path.length > 0 ? `${pathText(path)}: ` : "";
  // a problem across several values names a field that may be missing
  if (issue.code === "custom") return `${before}${issue.message}`;
  const value = valueAt(yaml.value, path);
  if (value === undefined) return `${before}It is missing`;
  if (issue.code === "invalid_type" && issue.expected === "string" && typeof value !== "object")
    return `${before}Text is expected: write it in quotes, "${JSON.stringify(value)}"`;
  return `${before}${issue.message}`;
}

function valueAt(value: unknown, path: YamlPath): unknown {
  return path.reduce<unknown>(
    (inner, name) => (inner as { [name: PropertyKey]: unknown } | null)?.[name],
    value,
  );
}

/** A path such as "sections[0].name". */
function pathText(path: YamlPath): string {
  const text = path.map((name) => (typeof name === "number" ? `[${name}]` : `.${String(name)}`)).join("");
  return text.replace(/^\./, "");
}
