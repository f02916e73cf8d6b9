import type { ReminderKind } from "#contract/manage/mail/mail.ts";

export const gapKinds: readonly ReminderKind[] = ["not-started", "partly-done", "asked-back"];

/** Of the field in its form. */
export const gapName = (kind: ReminderKind) => `gaps ${kind}`;
