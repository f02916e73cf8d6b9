import type { Language } from "#contract/languages.ts";
import { type ClientFlag, type ClientState, clientFlags } from "#contract/manage/clients.ts";
import type { MailCause } from "#contract/manage/mail/mail-causes.ts";
import type { Tag } from "#contract/manage/tags.ts";
import type { Engine } from "../engine/engine.ts";
import type { Db } from "../engine/schema.ts";
import { flagColumns, type ListView, type ListViewer } from "./client-conditions.ts";
import { type ListedClient, listedClient, selectSummaries } from "./clients.ts";
import { isWithin, type Scope } from "./scope.ts";
import { tagsOf } from "./tags.ts";

export type ManagedClient = ListedClient & {
  email: string | null;
  contact: string | null;
  externalId: string | null;
  phone: string | null;
  website: string | null;
  dueOn: string | null;
  managerId: string | null;
  managerName: string | null;
  /** The manager who is away and gets the client back on that day, YYYY-MM-DD. */
  goesBackTo: { managerId: string; name: string; until: string } | null;
  state: ClientState;
  /** Flags as they apply to the reader of the list. */
  flags: ClientFlag[];
  tags: Tag[];
  invitedAt: number | null;
  openedAt: number | null;
  lastSeenAt: number | null;
  language: Language | null;
  /** Whether the client gets reminders, if the server sends any. */
  getsReminders: boolean;
  /** The number of questions with an unanswered follow-up, and when the oldest of those was asked. */
  followUpsOut: number;
  waitingSince: number | null;
  mailTrouble: MailCause | null;
};

/** For readers that ignore flags. */
export const NO_VIEW: ListView = {
  readerId: "",
  today: "",
  startOfDay: Date.parse,
  invitedBefore: 0,
  activeBefore: 0,
  reminders: 0,
  remindedSince: 0,
  asked: [],
};

/** Limits the parameters of one statement. */
export const NAMES_AT_ONCE = 500;

export function managedClientQueries(engine: Engine) {
  return {
    /** Undefined if the scope has no such client. */
    findManaged: (
      scope: Scope,
      clientId: string,
      view: ListView = NO_VIEW,
    ): Promise<ManagedClient | undefined> =>
      engine.read(async (db) => {
        const found = managedClients(db, { scope, view }).where("clients.client_id", "=", clientId);
        return (await withTags(db, await found.execute()))[0];
      }),

    /** Clients of the scope with one of these external ids or folded names. */
    listMatches: (
      scope: Scope,
      { externalIds, foldedNames }: { externalIds: string[]; foldedNames: string[] },
    ): Promise<ManagedClient[]> =>
      engine.read(async (db) => {
        const found = new Map<string, ManagedClient>();
        const wanted = { external_id: externalIds, folded_name: foldedNames } as const;
        for (const column of ["external_id", "folded_name"] as const) {
          const values = [...new Set(wanted[column])];
          for (let first = 0; first < values.length; first += NAMES_AT_ONCE) {
            const rows = await managedClients(db, { scope, view: NO_VIEW })
              .where(`clients.${column}`, "in", values.slice(first, first + NAMES_AT_ONCE))
              .orderBy("clients.created_at")
              .execute();
            for (const client of await withTags(db, rows)) found.set(client.clientId, client);
          }
        }
        return [...found.values()];
      }),
  };
}

const factColumns = [
  "clients.email",
  "clients.contact",
  "clients.external_id",
  "clients.phone",
  "clients.website",
  "clients.due_on",
  "clients.manager_id",
  "clients.home_manager_id",
  "clients.invited_at",
  "clients.opened_at",
  "clients.last_seen_at",
  "clients.language",
  "clients.reminders_off",
  "clients.follow_ups_out",
  "clients.waiting_since",
  "clients.mail_trouble",
] as const;

function managedClients(db: Db, { scope, view }: ListViewer) {
  return selectSummaries(db)
    .leftJoin("managers", "managers.manager_id", "clients.manager_id")
    .leftJoin("managers as home", "home.manager_id", "clients.home_manager_id")
    .leftJoin("manager_absences as absences", "absences.manager_id", "clients.home_manager_id")
    .select(factColumns)
    .select(["managers.name as manager_name", "home.name as home_name", "absences.until"])
    .select("clients.state")
    .select(flagColumns(clientFlags, view))
    .where(isWithin(scope));
}

export async function managedByIds(
  db: Db,
  by: ListViewer,
  ids: string[],
): Promise<Map<string, ManagedClient>> {
  const found = new Map<string, ManagedClient>();
  for (let first = 0; first < ids.length; first += NAMES_AT_ONCE) {
    const some = ids.slice(first, first + NAMES_AT_ONCE);
    const rows = await managedClients(db, by).where("clients.client_id", "in", some).execute();
    for (const client of await withTags(db, rows)) found.set(client.clientId, client);
  }
  return found;
}

type ManagedRow = Awaited<ReturnType<ReturnType<typeof managedClients>["execute"]>>[number];

/** Adds each client's tags, by one more query for all of them. */
async function withTags(db: Db, rows: ManagedRow[]): Promise<ManagedClient[]> {
  const tags = await tagsOf(
    db,
    rows.map((row) => row.client_id),
  );
  return rows.map((row) => managedClient(row, tags.get(row.client_id) ?? []));
}

function managedClient(row: ManagedRow, tags: Tag[]): ManagedClient {
  return {
    ...listedClient(row),
    email: row.email,
    contact: row.contact,
    externalId: row.external_id,
    phone: row.phone,
    website: row.website,
    dueOn: row.due_on,
    managerId: row.manager_id,
    managerName: row.manager_name,
    goesBackTo: goesBackTo(row),
    state: row.state,
    flags: clientFlags.filter((flag) => Number(row[flag]) === 1),
    tags,
    invitedAt: row.invited_at,
    openedAt: row.opened_at,
    lastSeenAt: row.last_seen_at,
    language: row.language,
    getsReminders: row.reminders_off === 0,
    followUpsOut: row.follow_ups_out,
    waitingSince: row.waiting_since,
    mailTrouble: row.mail_trouble,
  };
}

function goesBackTo({ home_manager_id: managerId, home_name: name, until }: ManagedRow) {
  return managerId === null || name === null || until === null ? null : { managerId, name, until };
}
