import type { Language } from "#contract/languages.ts";
import type { MailChoices, MailKind, MailTemplate } from "#contract/manage/mail/mail.ts";
import { insertEvents, type StorageEvent } from "../audit/events.ts";
import type { Engine } from "../engine/engine.ts";
import type { Tables } from "../engine/schema.ts";

type TemplateName = { kind: MailKind; language: Language };
export type StoredTemplate = MailTemplate & TemplateName & { changedAt: number };

/** Managers' choices of mails, the provider's mail templates, and clients' opt-outs. */
export function mailPreferenceQueries(engine: Engine) {
  return {
    /** Undefined before the manager has chosen. */
    findChoices: (managerId: string): Promise<MailChoices | undefined> =>
      engine.read(async (db) => {
        const choices = db.selectFrom("mail_choices").selectAll().where("manager_id", "=", managerId);
        const row = await choices.executeTakeFirst();
        return (
          row && {
            submitted: row.submitted === 1,
            answered: row.answered === 1,
            digest: row.digest === 1,
            stuckDays: row.stuck_days,
          }
        );
      }),

    putChoices: (
      { managerId, at, choices }: { managerId: string; at: number; choices: MailChoices },
      events: StorageEvent[],
    ): Promise<void> =>
      engine.write(async (db) => {
        const chosen = {
          submitted: Number(choices.submitted),
          answered: Number(choices.answered),
          digest: Number(choices.digest),
          stuck_days: choices.stuckDays,
          changed_at: at,
        };
        await db
          .insertInto("mail_choices")
          .values({ manager_id: managerId, ...chosen } satisfies Tables["mail_choices"])
          .onConflict((conflict) => conflict.column("manager_id").doUpdateSet(chosen))
          .execute();
        await insertEvents(db, events);
      }),

    /** The templates that the provider has changed. */
    listTemplates: (): Promise<StoredTemplate[]> =>
      engine.read(async (db) => {
        const rows = await db.selectFrom("mail_templates").selectAll().execute();
        return rows.map(({ changed_at: changedAt, ...template }) => ({ ...template, changedAt }));
      }),

    /** Undefined if the built-in template is used. */
    findTemplate: ({ kind, language }: TemplateName): Promise<MailTemplate | undefined> =>
      engine.read((db) =>
        db
          .selectFrom("mail_templates")
          .select(["subject", "text"])
          .where("kind", "=", kind)
          .where("language", "=", language)
          .executeTakeFirst(),
      ),

    /** Stores the templates of one kind in one transaction. */
    putTemplates: (templates: StoredTemplate[], events: StorageEvent[]): Promise<void> =>
      engine.write(async (db) => {
        for (const { kind, language, subject, text, changedAt } of templates) {
          const words = { subject, text, changed_at: changedAt };
          await db
            .insertInto("mail_templates")
            .values({ kind, language, ...words } satisfies Tables["mail_templates"])
            .onConflict((conflict) => conflict.columns(["kind", "language"]).doUpdateSet(words))
            .execute();
        }
        await insertEvents(db, events);
      }),

    /** False, without an event, if the built-in templates are already used. */
    removeTemplates: (
      { kind, languages }: { kind: MailKind; languages: readonly Language[] },
      events: StorageEvent[],
    ): Promise<boolean> =>
      engine.write(async (db) => {
        const removed = await db
          .deleteFrom("mail_templates")
          .where("kind", "=", kind)
          .where("language", "in", languages)
          .executeTakeFirst();
        if (removed.numDeletedRows === 0n) return false;
        await insertEvents(db, events);
        return true;
      }),

    /** The client whose mail had this opt-out link. */
    findOptOut: (
      tokenHash: string,
    ): Promise<{ clientId: string; clientName: string; isOptedOut: boolean } | undefined> =>
      engine.read(async (db) => {
        const row = await db
          .selectFrom("mails")
          .innerJoin("clients", "clients.client_id", "mails.client_id")
          .leftJoin("mail_opt_outs as outs", "outs.client_id", "mails.client_id")
          .select(["clients.client_id", "clients.name", "outs.opted_out_at"])
          .where("mails.opt_out_hash", "=", tokenHash)
          .where("clients.erased_at", "is", null)
          .executeTakeFirst();
        return (
          row && { clientId: row.client_id, clientName: row.name, isOptedOut: row.opted_out_at !== null }
        );
      }),

    /** If the client has already opted out, nothing changes and no event is stored. */
    optOut: ({ clientId, at }: { clientId: string; at: number }, events: StorageEvent[]): Promise<void> =>
      engine.write(async (db) => {
        const inserted = await db
          .insertInto("mail_opt_outs")
          .values({ client_id: clientId, opted_out_at: at } satisfies Tables["mail_opt_outs"])
          .onConflict((conflict) => conflict.column("client_id").doNothing())
          .executeTakeFirst();
        if (inserted.numInsertedOrUpdatedRows !== 0n) await insertEvents(db, events);
      }),

    /** False, without an event, if the client already gets mail. */
    optIn: (clientId: string, events: StorageEvent[]): Promise<boolean> =>
      engine.write(async (db) => {
        const removed = await db
          .deleteFrom("mail_opt_outs")
          .where("client_id", "=", clientId)
          .executeTakeFirst();
        if (removed.numDeletedRows === 0n) return false;
        await insertEvents(db, events);
        return true;
      }),
  };
}
