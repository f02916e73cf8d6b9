import { describe, expect, test } from "vitest";
import en from "../messages/client/en.json" with { type: "json" };
import { type ErrorCode, type ErrorMessageId, networkErrors, serverErrors } from "./errors.ts";

const codes = [...Object.keys(serverErrors), ...networkErrors] as ErrorCode[];
const sentenceOf = (code: ErrorCode) => en[`error.${code}` satisfies ErrorMessageId];
const withPrefix = (prefix: string) => Object.keys(en).filter((id) => id.startsWith(prefix));

describe("the error catalog", () => {
  test.each(codes)("%s has its sentence", (code) => {
    expect(sentenceOf(code)).toMatch(/\S/);
  });

  test("the messages hold no sentence for any other code", () => {
    expect(withPrefix("error.").sort()).toEqual(codes.map((code) => `error.${code}`).sort());
  });

  test("no code is both the server's and the browser's", () => {
    expect(new Set(codes).size).toBe(codes.length);
  });

  test("every code of the server has the status of a failure", () => {
    const statuses = Object.values(serverErrors).map(({ status }) => status);
    expect(statuses.filter((status) => status < 400 || status > 599)).toEqual([]);
  });

  test("the codes that the specification and the product name have their statuses", () => {
    expect(serverErrors).toMatchObject({
      UNAUTHORIZED: { status: 401 },
      INVALID_ACCESS_KEY: { status: 401 },
      FORBIDDEN: { status: 403 },
      NOT_FOUND: { status: 404 },
      CONFLICT: { status: 412 },
      VALIDATION_ERROR: { status: 422 },
      RATE_LIMITED: { status: 429 },
      SERVER_ERROR: { status: 500 },
      UNAVAILABLE: { status: 503 },
    });
  });
});
