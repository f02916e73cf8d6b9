import type { ReminderKind } from "#contract/manage/mail/mail.ts";

export const gapKinds: readonly ReminderKind[] = ["not-started", "partly-done", "asked-back"];

/** The name of a kind's form field. */
export const gapName = (kind: ReminderKind) => `gaps ${kind}`;
