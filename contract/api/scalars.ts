import * as z from "zod/mini";

/** Single values that the bodies of many calls carry. */

/** ISO 8601, UTC. */
export const instantSchema = z.iso.datetime();

/** A whole number from 0. */
export const countSchema = z.int().check(z.minimum(0));
