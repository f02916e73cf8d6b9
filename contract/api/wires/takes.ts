import * as z from "zod/mini";
import { TAKE_PART_MAX_BYTES, TAKE_PARTS_MAX } from "../../limits.ts";
import { closeTakeRequestSchema, droppedTakeSchema, takePartSchema, takeSchema } from "../calls.ts";
import type { Wire, WireTable } from "../endpoint.ts";
import type { ServerErrorCode } from "../errors.ts";

/** A UUID of any version. */
export const takeIdSchema = z.guid("Expected a UUID");
const params = z.object({ takeId: takeIdSchema });
const wholeNumberSchema = z.string().check(z.regex(/^(?:0|[1-9]\d*)$/, "Expected a whole number"));
const partSchema = z.pipe(
  z.pipe(wholeNumberSchema, z.transform(Number)),
  z.number().check(z.maximum(TAKE_PARTS_MAX)),
);

/** What every call that returns a recording's audio has in common. */
export const soundWire = {
  headers: z.object({ range: z.optional(z.string()), "if-range": z.optional(z.string()) }),
  answers: { 200: { files: ["audio/mp4"] }, 206: { files: ["audio/mp4"] } },
  errors: ["RANGE_NOT_SATISFIABLE"],
} as const satisfies Omit<Wire<ServerErrorCode>, "summary">;

/** Recorded answers. */
export const takesWires = {
  takePart: {
    summary: "Send one part of a recorded take",
    params: z.extend(params, { part: partSchema }),
    body: { bytes: ["audio/*"], maxBytes: TAKE_PART_MAX_BYTES },
    data: takePartSchema,
    errors: [
      "RECORDING_NOT_OFFERED",
      "TAKE_MISMATCH",
      "TAKE_IN_USE",
      "TAKE_QUOTA",
      "TAKE_TOO_LARGE",
      "TAKE_NOT_AUDIO",
    ],
  },
  closeTake: {
    summary: "Say that a take is whole",
    params,
    body: closeTakeRequestSchema,
    data: takeSchema,
    errors: ["RECORDING_NOT_OFFERED", "TAKE_IN_USE", "TAKE_NOT_AUDIO"],
  },
  take: {
    summary: "What became of a take, with its transcript",
    params,
    data: takeSchema,
  },
  takeAudio: {
    summary: "Hear a take",
    params,
    ...soundWire,
  },
  retryTake: {
    summary: "Transcribe a take once more",
    params,
    data: takeSchema,
    errors: ["TAKE_IN_USE"],
  },
  dropTake: {
    summary: "Delete a take that no answer names",
    params,
    data: droppedTakeSchema,
    errors: ["TAKE_IN_USE"],
  },
} as const satisfies WireTable;
