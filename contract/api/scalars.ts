import * as z from "zod/mini";

/** Single values that many calls use. */

/** ISO 8601, UTC. */
export const instantSchema = z.iso.datetime();

/** A whole number from 0. */
export const countSchema = z.int().check(z.minimum(0));
