import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { ClientFilter, ClientFlag, ClientState } from "#contract/manage/clients.ts";
import { hourOf } from "../engine/client-facts.ts";
import type { Engine } from "../engine/engine.ts";
import type { Db } from "../engine/schema.ts";
import { hasNoRecord, isSelected, needsYouUnsaved, passesFilter } from "./client-conditions.ts";
import { type TallyQuery, tallyStates } from "./client-tallies.ts";
import { isWithin } from "./scope.ts";
import { type CountedState, countByState, selectClients } from "./select-clients.ts";

/** Counts the clients of a filter by state. A state may occur several times, also with a negative number. */
export type FilterCounter = (filter: ClientFilter) => Promise<CountedState[]>;

const SAVED: readonly ClientState[] = ["in-progress", "submitted", "approved"];

/**
 * Counts filters within a selection that the tallies can answer. Each filter is put together from tallies and small
 * indexed statements, since a single statement would read every client and record.
 */
export function filterCounter(engine: Engine, db: Db, selection: TallyQuery): FilterCounter {
  const { view, scope } = selection;
  const isWanted = isSelected(engine, { ...selection, filter: "all" }, view);
  const select = (more: { avoidsIndexes?: boolean } = {}) =>
    selectClients(db, scope, { withRecords: false, ...more }).where(isWanted);
  const flagged = (flag: ClientFlag) => countByState(select().where(passesFilter(flag, view)));

  const states = once(async () => tallyStates(engine, db, { ...selection, filter: "all", isInvited: false }));
  const waiting = once(() => flagged("waiting"));
  const news = once(async () => [...only(await states(), SAVED), ...negative(await seen())]);

  /** Clients whose current answers the reader has seen. */
  function seen(condition: RawBuilder<SqlBool> = sql`1 = 1`): Promise<CountedState[]> {
    const clients = db
      .selectFrom("looks as seen")
      .innerJoin("records", (join) =>
        join
          .onRef("records.client_id", "=", "seen.client_id")
          .onRef("records.content_hash", "=", "seen.content_hash"),
      )
      .innerJoin("clients", "clients.client_id", "seen.client_id")
      .where("seen.manager_id", "=", view.readerId)
      .where("clients.erased_at", "is", null)
      .where(isWithin(scope))
      .where(isWanted)
      .where(condition);
    return countByState(clients);
  }

  /** All who were invited, less the smaller number of those who were invited lately. */
  async function neverOpened(): Promise<CountedState[]> {
    const lately = select()
      .where("clients.state", "=", "invited")
      .where("clients.invited_at", ">=", view.invitedBefore);
    return [...only(await states(), ["invited"]), ...negative(await countByState(lately))];
  }

  /**
   * All who have begun, less the smaller number of those who have been active since the limit. Whole hours are counted
   * in an index; only clients of the hour with the limit are checked one by one.
   */
  async function stalled(): Promise<CountedState[]> {
    const hour = hourOf(view.activeBefore);
    const isActive = sql<SqlBool>`clients.state in ('opened', 'in-progress')`;
    const since = select().where(isActive).where("clients.active_hour", ">=", hour);
    const within = selectClients(db, scope, { withRecords: true })
      .where(isWanted)
      .where(isActive)
      .where("clients.active_hour", "=", hour)
      .where(passesFilter("stalled", view));
    return [
      ...only(await states(), ["opened", "in-progress"]),
      ...negative(await countByState(since)),
      ...(await countByState(within)),
    ];
  }

  /**
   * Clients who have saved nothing and need somebody. All those of long ago do, since they get no more reminders: they
   * are counted by state, and only the others are looked at one by one. Few clients have opted out of mail, so those
   * are looked up from `mail_opt_outs`.
   */
  async function unsavedNeeding(): Promise<CountedState[]> {
    const clients = select().where(hasNoRecord);
    const needs = needsYouUnsaved(view, false);
    // a null counts as false
    const needsNot = sql<SqlBool>`(case when ${needs} then 1 else 0 end) = 0`;
    const needsUninvited = sql<SqlBool>`(${passesFilter("mail-trouble", view)} or ${passesFilter("overdue", view)})`;
    const invitedSince = Math.min(view.invitedBefore, view.remindedSince);
    const activeSince = hourOf(Math.min(view.activeBefore, view.remindedSince));
    const invited = clients
      .where("clients.state", "=", "invited")
      .where("clients.invited_at", ">=", invitedSince);
    const opened = clients
      .where("clients.state", "=", "opened")
      .where("clients.active_hour", ">=", activeSince);
    // avoids indexes, so that SQLite looks up each client by id
    const optedOut = select({ avoidsIndexes: true }).where(
      "clients.client_id",
      "in",
      db.selectFrom("mail_opt_outs").select("client_id"),
    );
    return [
      ...only(await states(), ["invited", "opened"]),
      ...negative(await countByState(invited.where(needsNot))),
      ...negative(await countByState(opened.where(needsNot))),
      ...(await countByState(clients.where("clients.state", "=", "not-invited").where(needsUninvited))),
      ...(await countByState(optedOut.where(hasNoRecord).where(needsYouUnsaved(view, true)))),
    ];
  }

  return async (filter) => {
    switch (filter) {
      case "all":
        return states();
      case "news":
        return news();
      case "ready":
        return [...only(await states(), ["submitted"]), ...negative(only(await waiting(), ["submitted"]))];
      case "waiting":
        return waiting();
      case "mail-trouble":
      case "overdue":
        return flagged(filter);
      case "stalled":
        return stalled();
      case "never-opened":
        return neverOpened();
      case "needs-you":
        return [
          ...(await news()),
          ...(await unsavedNeeding()),
          ...(await seen(passesFilter("needs-you", view))),
        ];
    }
  };
}

function once<Found>(find: () => Promise<Found>): () => Promise<Found> {
  let found: Promise<Found> | undefined;
  return () => {
    found ??= find();
    return found;
  };
}

function only(counted: readonly CountedState[], states: readonly ClientState[]): CountedState[] {
  return counted.filter(({ state }) => states.includes(state));
}

function negative(counted: readonly CountedState[]): CountedState[] {
  return counted.map(({ state, clients }) => ({ state, clients: -clients }));
}
