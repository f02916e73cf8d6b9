import type { SeenDraft } from "../storage/interviews/interview-drafts.ts";

/**
 * Identifies a draft, or the version that a new draft would start from: "3.1764190000000" or "v4"; "v0" without a
 * version.
 */
export function revisionText(seen: SeenDraft): string {
  return "revision" in seen ? `${seen.revision}.${seen.changedAt}` : `v${seen.version ?? 0}`;
}

/** Undefined for malformed text. */
export function readRevision(text: string): SeenDraft | undefined {
  const version = /^v(\d{1,7})$/.exec(text)?.[1];
  if (version !== undefined) return { version: Number(version) || null };
  const [, revision, changedAt] = /^(\d{1,9})\.(\d{1,15})$/.exec(text) ?? [];
  if (revision === undefined || changedAt === undefined) return undefined;
  return { revision: Number(revision), changedAt: Number(changedAt) };
}
