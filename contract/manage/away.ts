import * as z from "zod/mini";
import { idSchema } from "../api/ids.ts";
import { daySchema } from "./clients.ts";

/** A manager's absence, and the colleague who takes care of their clients meanwhile. */

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
  /** The number of clients that go back. */
  clients: z.int(),
};

export const absenceSchema = z.object({
  /** Null if the administrators take care of the clients because the colleague's account was revoked. */
  handTo: z.nullable(personSchema),
  ...daysAwayFields,
});
export type Absence = z.infer<typeof absenceSchema>;

export const awaySchema = z.object({
  /** Null if the manager is not away. */
  away: z.nullable(absenceSchema),
  /** The managers who are away and have handed clients to this manager. */
  standsInFor: z.array(z.extend(personSchema, daysAwayFields)),
  /** The colleagues who may take care of this manager's clients. */
  colleagues: z.array(personSchema),
});
export type AwayStatus = z.infer<typeof awaySchema>;
