import { describe, expect, test } from "vitest";
import { builtInInterview } from "../interview/built-in-interview.ts";
import * as calls from "./calls.ts";
import { failureSchema } from "./failure.ts";
import { interviewCallSchema } from "./wires/open.ts";

const NOW = "2026-03-01T12:00:00.000Z";
type Schema = { safeParse(body: unknown): { success: boolean; data?: unknown } };
type Bodies = [string, unknown][];

const signedIn = {
  accessToken: "fhs_x",
  clientId: "c1",
  clientName: "Ada's Bakery",
  expiresAt: NOW,
  draftKey: "x",
};
const saved = { revision: 3, savedAt: NOW, submittedAt: null };
const status = {
  state: "in-progress",
  completed: 3,
  total: 13,
  percent: 23,
  revision: 3,
  updatedAt: NOW,
  submittedAt: null,
};
const failure = { code: "NOT_FOUND", message: "Resource not found." };

describeBodies("the exchange of a key", calls.exchangeRequestSchema, {
  good: [
    ["a key", { key: "fh_x" }],
    ["a key of 200 characters", { key: "x".repeat(200) }],
  ],
  wrong: [
    ["no key", {}],
    ["an empty key", { key: "" }],
    ["a key of 201 characters", { key: "x".repeat(201) }],
    ["a key that is a number", { key: 5 }],
    ["a key that is a list", { key: ["fh_x"] }],
    ["anything more", { key: "fh_x", admin: true }],
    ["text", "fh_x"],
    ["nothing", undefined],
  ],
});

describeBodies("a sign-in", calls.signedInSchema, {
  good: [["token, client and draft key", signedIn]],
  wrong: [
    ["no token", { ...signedIn, accessToken: undefined }],
    ["an empty token", { ...signedIn, accessToken: "" }],
    ["an empty client id", { ...signedIn, clientId: "" }],
    ["a name that is null", { ...signedIn, clientName: null }],
    ["an end without a time zone", { ...signedIn, expiresAt: "2026-03-01T12:00:00" }],
    ["no draft key", { ...signedIn, draftKey: undefined }],
  ],
});

describeBodies("a logout", calls.loggedOutSchema, {
  good: [["nothing", {}]],
  wrong: [
    ["null", null],
    ["text", "bye"],
  ],
});

describeBodies("the answer to a save", calls.savedSchema, {
  good: [
    ["a revision", saved],
    ["a submission", { ...saved, submittedAt: NOW }],
    ["the revision of a record never saved", { ...saved, revision: 0 }],
  ],
  wrong: [
    ["a negative revision", { ...saved, revision: -1 }],
    ["half a revision", { ...saved, revision: 1.5 }],
    ["a revision as text", { ...saved, revision: "3" }],
    ["no time", { ...saved, savedAt: null }],
    ["a time with an offset", { ...saved, savedAt: "2026-03-01T12:00:00+05:30" }],
    ["no word on submission", { ...saved, submittedAt: undefined }],
  ],
});

describeBodies("a status", calls.statusSchema, {
  good: [
    ["a client at work", status],
    [
      "a new client",
      { ...status, state: "not-started", completed: 0, percent: 0, revision: 0, updatedAt: null },
    ],
    [
      "a client who is done",
      { ...status, state: "submitted", completed: 13, percent: 100, submittedAt: NOW },
    ],
  ],
  wrong: [
    ["an unknown state", { ...status, state: "lost" }],
    ["101 percent", { ...status, percent: 101 }],
    ["-1 percent", { ...status, percent: -1 }],
    ["half a percent", { ...status, percent: 0.5 }],
    ["-1 questions", { ...status, completed: -1 }],
    ["no total", { ...status, total: undefined }],
    ["a date for a time", { ...status, updatedAt: "2026-03-01" }],
  ],
});

describeBodies("the interview's definition", interviewCallSchema, {
  good: [["the built-in interview", { interview: builtInInterview, hash: "abc" }]],
  wrong: [
    ["no hash", { interview: builtInInterview }],
    ["an empty interview", { interview: { sections: [] }, hash: "abc" }],
  ],
});

describeBodies("a failure", failureSchema, {
  good: [
    ["code and message", failure],
    ["a request id", { ...failure, requestId: "r1" }],
    ["details", { ...failure, details: [{ path: "data.website-form.url", message: "Too long" }] }],
    ["a conflict's revision", { ...failure, code: "CONFLICT", revision: 7 }],
  ],
  wrong: [
    ["no code", { message: "x" }],
    ["no message", { code: "X" }],
    ["details as text", { ...failure, details: "Too long" }],
    ["a detail without its path", { ...failure, details: [{ message: "Too long" }] }],
    ["a revision as text", { ...failure, revision: "7" }],
  ],
});

describeBodies("a health check", calls.healthSchema, {
  good: [["ok", { status: "ok" }]],
  wrong: [["anything else", { status: "fine" }]],
});

describeBodies("a challenge", calls.reachabilityRequestSchema, {
  good: [
    ["the least", { challenge: "a".repeat(32) }],
    ["the most", { challenge: "Aa0_-".repeat(17) }],
  ],
  wrong: [
    ["none", {}],
    ["less", { challenge: "a".repeat(31) }],
    ["more", { challenge: "a".repeat(87) }],
    ["other signs", { challenge: `${"a".repeat(40)}+` }],
    ["more than that", { challenge: "a".repeat(32), also: "this" }],
  ],
});

describeBodies("a success", calls.successSchema(calls.savedSchema), {
  good: [["its data", { data: saved }]],
  wrong: [
    ["bare data", saved],
    ["other data", { data: status.state }],
    ["no data", {}],
  ],
});

describeBodies("a save", calls.saveRequestSchema, {
  good: [
    ["an empty record", { data: {} }],
    ["a record to submit", { data: { "website-form": { url: "x" } }, submit: true }],
    ["a record not to submit", { data: {}, submit: false }],
  ],
  wrong: [
    ["no record", {}],
    ["a record that is null", { data: null }],
    ["a record outside of data", { "website-form": { url: "x" } }],
    ["submit as text", { data: {}, submit: "true" }],
    ["anything more", { data: {}, revision: 3 }],
  ],
});

test("the browser ignores fields that a newer server adds to an answer", () => {
  expect(calls.savedSchema.parse({ ...saved, news: 1 })).toEqual(saved);
  expect(calls.signedInSchema.parse({ ...signedIn, role: "admin" })).toEqual(signedIn);
});

function describeBodies(name: string, schema: Schema, bodies: { good: Bodies; wrong: Bodies }) {
  describe(name, () => {
    test.each(bodies.good)("may be %s", (_, body) => {
      expect(schema.safeParse(body)).toMatchObject({ success: true, data: body });
    });

    test.each(bodies.wrong)("may not be %s", (_, body) => {
      expect(schema.safeParse(body).success).toBe(false);
    });
  });
}
