import { DAY_MS } from "#contract/instants.ts";
import type { AwayRequest, AwayStatus } from "#contract/manage/away.ts";
import { AWAY_MAX_DAYS } from "#contract/manage/limits.ts";
import { CatalogError } from "../http/errors.ts";
import { type Actor, eventOf } from "../managers/actor.ts";
import { toAbsenceView } from "../managers/manager-view.ts";
import type { Calendar } from "../settings/calendar.ts";
import { startOfDay } from "../settings/start-of-day.ts";
import type { StoredManager } from "../storage/managers/managers.ts";
import type { Storage } from "../storage/storage.ts";

type AbsenceStorage = Pick<Storage, "managers">;
type HandingOver = {
  storage: AbsenceStorage;
  mail: { calendar: Pick<Calendar, "wallClock">; isOn: boolean };
};

/**
 * Gives a manager's clients to a colleague until a day. Throws CatalogError if the day or the colleague is not
 * acceptable.
 */
export async function handOver(
  { storage, mail }: HandingOver,
  { managerId, timeZone }: Pick<StoredManager, "managerId" | "timeZone">,
  { handTo, until, ...actor }: AwayRequest & Actor,
): Promise<void> {
  const local = (at: number) => mail.calendar.wallClock(at, timeZone);
  const days = (Date.parse(until) - Date.parse(local(actor.at).day)) / DAY_MS;
  if (!(days > 0 && days <= AWAY_MAX_DAYS)) throw invalid("until", "Choose a day after today, within a year");
  const time = { until, endsAt: startOfDay(local, until), beganAt: actor.at };
  const absence = { managerId, handTo, ...time, by: actor.actor, isMailed: mail.isOn };
  const outcome = await storage.managers.handOver(absence, (_, clients) =>
    eventOf(actor, "manager.away", {
      detail: `${managerId} to ${handTo} until ${until}, clients: ${clients}`,
    }),
  );
  if (outcome === "missing") throw new CatalogError("NOT_FOUND");
  if (outcome === "no-colleague")
    throw invalid("handTo", "Choose a colleague who can sign in and isn't away");
}

/** Returns a manager's clients early. False if the manager is not away. */
export function endAbsenceEarly(
  { managers }: AbsenceStorage,
  managerId: string,
  actor: Actor,
): Promise<boolean> {
  return managers.comeBack(managerId, backEvent(actor));
}

/** Ends all absences whose day has come, and returns their number. Without any, it costs one small read. */
export async function endAbsences({ managers }: AbsenceStorage, now: number): Promise<number> {
  if (!(await managers.hasEndedAbsence(now))) return 0;
  return managers.endAbsences(now, backEvent({ actor: "nobody", at: now }));
}

/** Whether a manager is away, for whom the manager stands in, and who could stand in. */
export async function readAway({ managers }: AbsenceStorage, managerId: string): Promise<AwayStatus> {
  const absences = await managers.listAbsences();
  const away = new Set(absences.map((absence) => absence.managerId));
  const own = absences.find((absence) => absence.managerId === managerId);
  const active = (await managers.list()).filter(({ revokedAt }) => revokedAt === null);
  return {
    away: own ? toAbsenceView(own) : null,
    standsInFor: absences
      .filter(({ handTo }) => handTo === managerId)
      .map(({ managerId: id, name, until, clients }) => ({ managerId: id, name, until, clients })),
    colleagues: active
      .filter((colleague) => colleague.managerId !== managerId && !away.has(colleague.managerId))
      .map((colleague) => ({ managerId: colleague.managerId, name: colleague.name })),
  };
}

function backEvent(actor: Actor) {
  return ({ managerId }: Pick<StoredManager, "managerId">, clients: number) =>
    eventOf(actor, "manager.back", { detail: `${managerId} clients: ${clients}` });
}

function invalid(path: keyof AwayRequest, message: string): CatalogError {
  return new CatalogError("VALIDATION_ERROR", { details: [{ path, message }] });
}
