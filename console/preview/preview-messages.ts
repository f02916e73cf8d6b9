import * as z from "zod/mini";
import type { Interview } from "#contract/interview/interview.ts";
import { type Language, languages } from "#contract/languages.ts";

/** Messages between the editor and its preview, which are two documents of one origin. */

/** Says what the preview should show from now on. */
export type PreviewShown = {
  kind: "show";
  interview: Interview;
  language: Language;
  /** Shown in place of a client's name. */
  clientName: string;
  /** The place to scroll to; undefined if the author is not at a section or question. */
  at: { sectionId: string; questionId?: string | undefined } | undefined;
  /** When this number changes, answers given in the preview are deleted. */
  run: number;
};

/** Says that the preview is ready for messages. */
export const PREVIEW_READY = { kind: "ready" } as const;

const shownSchema = z.object({
  kind: z.literal("show"),
  interview: z.object({ sections: z.array(z.object({ id: z.string() })) }),
  language: z.enum(languages),
  clientName: z.string(),
  at: z.optional(z.object({ sectionId: z.string(), questionId: z.optional(z.string()) })),
  run: z.number(),
});

/** The message of an event; undefined if it is not from that window of this origin, or is of another kind. */
export function shownIn(event: MessageEvent, from: Window): PreviewShown | undefined {
  if (event.origin !== location.origin || event.source !== from) return undefined;
  // the rest is not validated, because the editor made it from a draft, which is validated when it is saved
  return shownSchema.safeParse(event.data).success ? (event.data as PreviewShown) : undefined;
}

export function isReady(event: MessageEvent, from: Window | null): boolean {
  const isOurs = event.origin === location.origin && event.source === from;
  return isOurs && (event.data as { kind?: unknown } | null)?.kind === PREVIEW_READY.kind;
}
