import * as z from "zod/mini";
import { idSchema } from "../api/ids.ts";
import { daySchema } from "./clients.ts";

/** A manager who is away, and the colleague who looks after the clients meanwhile. */

export const awayRequestSchema = z.strictObject({
  /** A colleague who can sign in and is not away. */
  handTo: idSchema,
  /** The day on which the clients go back: after today, and within a year. */
  until: daySchema,
});
export type AwayRequest = z.infer<typeof awayRequestSchema>;

const personSchema = z.object({ managerId: z.string(), name: z.string() });
const daysAwayFields = {
  /** The day on which the clients go back. */
  until: z.string(),
  /** How many of them go back. */
  clients: z.int(),
};

export const absenceSchema = z.object({
  /** Null where the administrators look after the clients, since the colleague's account was revoked. */
  handTo: z.nullable(personSchema),
  ...daysAwayFields,
});
export type Absence = z.infer<typeof absenceSchema>;

export const awaySchema = z.object({
  /** Null where the manager is not away. */
  away: z.nullable(absenceSchema),
  /** Who is away and has handed clients to this manager. */
  standsInFor: z.array(z.extend(personSchema, daysAwayFields)),
  /** Who may look after this manager's clients. */
  colleagues: z.array(personSchema),
});
export type Away = z.infer<typeof awaySchema>;
