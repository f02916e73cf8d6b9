import * as z from "zod/mini";
import type { Interview } from "#contract/interview/interview.ts";
import { type Language, languages } from "#contract/languages.ts";

/** What the editor and its preview tell each other; they are two documents of one origin. */

/** What the preview shows from now on. */
export type PreviewShown = {
  kind: "show";
  interview: Interview;
  language: Language;
  /** Stands where a client's name would. */
  clientName: string;
  /** Comes into view; undefined where the author is elsewhere. */
  at: { sectionId: string; questionId?: string | undefined } | undefined;
  /** Answers that were given in the preview are forgotten where it is another than before. */
  run: number;
};

/** The preview is there and waits. */
export const PREVIEW_READY = { kind: "ready" } as const;

const shownSchema = z.object({
  kind: z.literal("show"),
  interview: z.object({ sections: z.array(z.object({ id: z.string() })) }),
  language: z.enum(languages),
  clientName: z.string(),
  at: z.optional(z.object({ sectionId: z.string(), questionId: z.optional(z.string()) })),
  run: z.number(),
});

/** Undefined where the message is not from that window of our own origin, or says something else. */
export function shownIn(event: MessageEvent, from: Window): PreviewShown | undefined {
  if (event.origin !== location.origin || event.source !== from) return undefined;
  // the editor has made it of a draft, whose form is checked when it is saved
  return shownSchema.safeParse(event.data).success ? (event.data as PreviewShown) : undefined;
}

export function isReady(event: MessageEvent, from: Window | null): boolean {
  const isOurs = event.origin === location.origin && event.source === from;
  return isOurs && (event.data as { kind?: unknown } | null)?.kind === PREVIEW_READY.kind;
}
