import type * as z from "zod/mini";
import type { PartInput, Wire } from "#contract/api/endpoint.ts";

/** An example for each JSON body that a call accepts or answers with. */
export type ExamplesOf<Calls extends { readonly [id: string]: Wire }> = {
  [Id in keyof Calls as Record<never, never> extends ExampleOf<Calls[Id]> ? never : Id]: ExampleOf<Calls[Id]>;
};

type ExampleOf<W> = Given<"body", PartInput<W, "body">> &
  Given<"answer", JsonAnswer<W>> &
  Given<"created", CreatedAnswer<W>>;
type Given<Name extends string, Value> = [Value] extends [undefined]
  ? Record<never, never>
  : { [name in Name]: Value };

/** The content of `data`, or the whole answer if it has no `data`. */
type JsonAnswer<W> = W extends { answers: { 200: infer Schema } }
  ? Schema extends z.ZodMiniType
    ? z.input<Schema>
    : undefined
  : PartInput<W, "data">;

/** For a call that adds or changes something: the answer after adding. */
type CreatedAnswer<W> = W extends { data: z.ZodMiniType; answers: { 201: infer Schema } }
  ? Schema extends z.ZodMiniType
    ? z.input<Schema>
    : undefined
  : undefined;

/** Times that make the examples tell one story. */
export const exampleTimes = {
  added: "2026-11-02T09:15:00.000Z",
  begun: "2026-11-03T14:01:12.000Z",
  saved: "2026-11-03T14:22:40.000Z",
  asked: "2026-11-04T08:30:00.000Z",
  mailed: "2026-11-04T08:35:00.000Z",
  later: "2027-02-01T09:15:00.000Z",
} as const;

export const ids = {
  client: "cl_5f2a9c1e7b3d4a60",
  manager: "mg_1c9e4b7a2f6d8035",
  colleague: "mg_7d20e5b8c41f6a93",
  key: "K7M2QX",
  session: "s_9d41c7",
  helper: "he_4e1c9a70d2b8f653",
  take: "0f8fad5b-d9cb-469f-a165-70867728950e",
  webhook: "wh_3b8f0c2d9e7a1465",
  message: "msg_2aZfYd0Kq1",
  question: "customer-acquisition",
} as const;
