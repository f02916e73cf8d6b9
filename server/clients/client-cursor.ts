import { hash } from "node:crypto";
import * as z from "zod/mini";
import { idSchema } from "#contract/api/ids.ts";
import {
  type ClientOrder,
  type ClientSelection,
  clientSelectionSchema,
  clientStates,
} from "#contract/manage/clients.ts";
import { CatalogueError } from "../http/errors.ts";
import { type StateCounts, stateCounts } from "../storage/clients/client-counts.ts";
import type { ClientPlace } from "../storage/clients/client-list.ts";
import type { Scope } from "../storage/clients/scope.ts";

const SELECTION = Object.keys(clientSelectionSchema.shape) as (keyof ClientSelection)[];
const CHECK_LENGTH = 16;
const CURSOR = /^([\w-]+)\.([\w-]{16})$/;

// PostgreSQL has no text with a null character
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
 * The cursor of the page behind this client. It holds the place itself, so that it stays where the client has moved on, and
 * how many were in each state on the first page, which no further page counts again.
 */
export function cursorOf(
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

/** What was counted, and whose clients. */
type Counting = { counts: StateCounts; scope: Scope };
/** `counted`: undefined where it was for another scope, which has other numbers. */
export type CursorPlace = ClientPlace & { counted: StateCounts | undefined };

const ownerOf = (scope: Scope) => (scope === "all" ? "" : scope.managerId);

/** Throws VALIDATION_ERROR where a cursor is damaged, or is that of another list. */
export function placeOf(cursor: string, selection: ClientSelection, scope: Scope): CursorPlace {
  const [, place = "", check] = CURSOR.exec(cursor) ?? [];
  const parsed = check === checkOf(place, selection) ? readPlace(place, selection.order) : undefined;
  if (!parsed?.success) {
    const message =
      'Expected the "next" of the page before, with the same search, filter, order and direction as there';
    throw new CatalogueError("VALIDATION_ERROR", { details: [{ path: "after", message }] });
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

/** Anyone who counterfeits a check gets no client that they could not list anyway. */
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
