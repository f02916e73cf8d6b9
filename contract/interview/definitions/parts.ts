import * as z from "zod/mini";
import { conditionSchema } from "./conditions.ts";
import { idSchema } from "./id.ts";

/** What the definitions of questions are made of. */

export const textSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(1_000));

const longTextSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(4_000));

export const choiceSchema = z.strictObject({
  /** What is stored. */
  value: z.string().check(z.minLength(1), z.maxLength(60)),
  label: textSchema,
});

export const choicesSchema = z
  .array(choiceSchema)
  .check(z.minLength(1), z.maxLength(200), ({ value: choices, issues }) => {
    const named = choices.map(({ value }, at) => ({ name: value, place: [at, "value"] }));
    for (const { name, place } of repeated(named))
      issues.push({
        code: "custom",
        input: choices,
        path: place,
        message: `Two options have the same value: ${name}`,
      });
  });

export const choiceFieldSchema = z.strictObject({ label: textSchema, options: choicesSchema });

/** What every card has. */
export const statementParts = {
  id: idSchema,
  title: textSchema,
  prompt: textSchema,
  /** Folded below the prompt until the client opens it. */
  help: z.optional(longTextSchema),
  /** Without it, the card is there whenever its section is. */
  showIf: z.optional(conditionSchema),
};

/** What a question of any kind has. */
export const commonParts = {
  ...statementParts,
  /** The entry name: the key of the record that holds this question's answers. */
  entry: idSchema,
  /** Whether "Doesn't apply to us" is offered; `isSkippable` knows what its absence means. */
  canSkip: z.optional(z.boolean()),
  /** Without it, an answer is expected: a client can submit without one all the same. */
  need: z.optional(z.enum(["optional", "required"])),
};

/** A name, and where in the interview it stands. */
export type Named = { name: string; place: (string | number)[] };

/** The names that stand somewhere a second time. */
export function repeated(named: Named[]): Named[] {
  return named.filter(({ name }, at) => named.findIndex((other) => other.name === name) < at);
}
