import { hash } from "node:crypto";
import * as z from "zod/mini";
import { idSchema } from "#contract/api/ids.ts";
import {
  type ClientOrder,
  type ClientSelection,
  clientSelectionSchema,
  clientStates,
} from "#contract/manage/clients.ts";
import { CatalogError } from "../http/errors.ts";
import { type StateCounts, stateCounts } from "../storage/clients/client-counts.ts";
import type { ClientPlace } from "../storage/clients/client-list.ts";
import type { Scope } from "../storage/clients/scope.ts";

const SELECTION = Object.keys(clientSelectionSchema.shape) as (keyof ClientSelection)[];
const CHECK_LENGTH = 16;
const CURSOR = /^([\w-]+)\.([\w-]{16})$/;

// PostgreSQL cannot store a null character in text
const textSchema = z.string().check(z.refine((text) => text.isWellFormed() && !text.includes("\0")));
const instantsSchema = z.int().check(z.minimum(0));
const percentSchema = z.int().check(z.minimum(0), z.maximum(100));
const VALUES: { [Order in ClientOrder]: z.ZodMiniType<string | number> } = {
  name: textSchema,
  percent: percentSchema,
  "last-seen": instantsSchema,
  changed: instantsSchema,
  activity: instantsSchema,
  due: textSchema,
  added: instantsSchema,
};

const countsSchema = z.array(z.int().check(z.minimum(0))).check(z.length(clientStates.length));

/**
 * A cursor for the page after this client. It contains the client's position, so that it stays valid if the client
 * moves in the list, and the counts by state from the first page, which later pages reuse.
 */
export function clientCursorOf(
  { orderedBy, clientId }: ClientPlace,
  selection: ClientSelection,
  { counts, scope }: Counting,
): string {
  const numbers = clientStates.map((state) => counts[state]);
  const place = Buffer.from(JSON.stringify([orderedBy, clientId, numbers, ownerOf(scope)])).toString(
    "base64url",
  );
  return `${place}.${checkOf(place, selection)}`;
}

/** The counts, and the scope they were made for. */
type Counting = { counts: StateCounts; scope: Scope };
/** `counted` is undefined if the counts were made for another scope. */
export type CursorPlace = ClientPlace & { counted: StateCounts | undefined };

const ownerOf = (scope: Scope) => (scope === "all" ? "" : scope.managerId);

/** Throws VALIDATION_ERROR if a cursor is damaged or belongs to another list. */
export function parseClientCursor(cursor: string, selection: ClientSelection, scope: Scope): CursorPlace {
  const [, place = "", check] = CURSOR.exec(cursor) ?? [];
  const parsed = check === checkOf(place, selection) ? readPlace(place, selection.order) : undefined;
  if (!parsed?.success) {
    const message =
      'Expected the "next" of the page before, with the same search, filter, order and direction as there';
    throw new CatalogError("VALIDATION_ERROR", { details: [{ path: "after", message }] });
  }
  const [orderedBy, clientId, numbers, owner] = parsed.data;
  const counted = stateCounts(new Map(clientStates.map((state, index) => [state, numbers[index] ?? 0])));
  return { orderedBy, clientId, counted: owner === ownerOf(scope) ? counted : undefined };
}

function readPlace(place: string, order: ClientOrder) {
  const schema = z.tuple([
    VALUES[order],
    idSchema.check(z.refine((id) => !id.includes("\0"))),
    countsSchema,
    z.string(),
  ]);
  return z.safeParse(schema, parseJson(Buffer.from(place, "base64url").toString()));
}

/** Detects mistakes only: a forged cursor reveals no client that the caller could not list anyway. */
function checkOf(place: string, selection: ClientSelection): string {
  const text = JSON.stringify([place, ...SELECTION.map((name) => selection[name])]);
  return hash("sha256", text, "base64url").slice(0, CHECK_LENGTH);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
