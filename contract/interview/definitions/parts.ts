import * as z from "zod/mini";
import { conditionSchema } from "./conditions.ts";
import { idSchema } from "./id.ts";

/** Parts that the definitions of questions share. */

export const textSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(1_000));

const longTextSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(4_000));

export const choiceSchema = z.strictObject({
  /** The value that is stored. */
  value: z.string().check(z.minLength(1), z.maxLength(60)),
  label: textSchema,
});

export const choicesSchema = z
  .array(choiceSchema)
  .check(z.minLength(1), z.maxLength(200), ({ value: choices, issues }) => {
    const named = choices.map(({ value }, at) => ({ name: value, place: [at, "value"] }));
    for (const { name, place } of repeatedNames(named))
      issues.push({
        code: "custom",
        input: choices,
        path: place,
        message: `Two options have the same value: ${name}`,
      });
  });

export const choiceFieldSchema = z.strictObject({ label: textSchema, options: choicesSchema });

/** The fields of every card. */
export const statementParts = {
  id: idSchema,
  title: textSchema,
  prompt: textSchema,
  /** Collapsed below the prompt until the client opens it. */
  help: z.optional(longTextSchema),
  /** Without it, the card appears whenever its section does. */
  showIf: z.optional(conditionSchema),
};

/** The fields of a question of any kind. */
export const commonParts = {
  ...statementParts,
  /** The entry name: the key of the record that holds this question's answers. */
  entry: idSchema,
  /** Whether "Doesn't apply to us" is offered; `isSkippable` has the default. */
  canSkip: z.optional(z.boolean()),
  /** Without it, an answer is expected, but a client can submit without one. */
  need: z.optional(z.enum(["optional", "required"])),
};

/** A name, and its place in the interview. */
export type PlacedName = { name: string; place: (string | number)[] };

/** The names that have appeared earlier in the list. */
export function repeatedNames(named: PlacedName[]): PlacedName[] {
  return named.filter(({ name }, at) => named.findIndex((other) => other.name === name) < at);
}
