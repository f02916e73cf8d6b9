import * as z from "zod/mini";
import { successSchema } from "../calls.ts";
import type { WireTable } from "../endpoint.ts";
import { helperLinkSchema, helperRemovedSchema, helpersSchema, newHelperSchema } from "../helping.ts";
import { idSchema } from "../ids.ts";

const params = z.object({ helperId: idSchema });

/** How a client asks other people for answers. */
export const helpersWires = {
  helpers: {
    summary: "The people whom the client has asked for answers",
    data: helpersSchema,
  },
  addHelper: {
    summary: "Ask a person to answer one section, by a link",
    body: newHelperSchema,
    answers: { 201: successSchema(helperLinkSchema) },
    errors: ["HELPER_EXISTS", "HELPERS_FULL", "RATE_LIMITED"],
  },
  renewHelperLink: {
    summary: "Make a new link for a helper, and end the one before",
    params,
    answers: { 201: successSchema(helperLinkSchema) },
    errors: ["NOT_FOUND", "RATE_LIMITED"],
  },
  removeHelper: {
    summary: "End a helper's access; their answers stay",
    params,
    data: helperRemovedSchema,
    errors: ["NOT_FOUND"],
  },
} as const satisfies WireTable;
