import * as z from "zod/mini";
import { interviewSchema } from "../../interview/definitions/interview.ts";
import { languages } from "../../languages.ts";
import { healthSchema, reachabilityRequestSchema, reachabilitySchema } from "../calls.ts";
import type { WireTable } from "../endpoint.ts";
import { idSchema } from "../ids.ts";

export const interviewCallSchema = z.object({ interview: interviewSchema, hash: z.string() });

/** Calls without a client's or manager's sign-in: the interview, the API document, probes and metrics. */
export const openWires = {
  interview: {
    summary: "The interview's definition",
    query: z.object({ hash: z.optional(idSchema), language: z.optional(z.enum(languages)) }),
    data: interviewCallSchema,
    answers: { 304: z.undefined() },
  },
  health: {
    summary: "The process is alive",
    answers: { 200: healthSchema },
  },
  readiness: {
    summary: "The server can serve",
    answers: { 200: healthSchema },
  },
  reachability: {
    summary: "By which way the server is reached, for firsthand doctor",
    body: reachabilityRequestSchema,
    data: reachabilitySchema,
  },
  openapi: {
    summary: "This document",
    answers: { 200: z.looseObject({ openapi: z.string() }), 304: z.undefined() },
  },
  metrics: {
    summary: "What is counted, for Prometheus",
    answers: { 200: { files: ["text/plain"] } },
  },
} as const satisfies WireTable;
