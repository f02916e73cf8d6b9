import { expect } from "vitest";
import { serverErrors } from "#contract/api/errors.ts";
import type { Failure } from "#contract/api/failure.ts";
import { manageErrors } from "#contract/manage/errors.ts";
import en from "#contract/messages/client/en.json" with { type: "json" };
import consoleWords from "#contract/messages/console/en.json" with { type: "json" };
import type { AnsweredErrorCode } from "../../../server/http/errors.ts";

const catalog = { ...serverErrors, ...manageErrors };
const words = { ...en, ...consoleWords };

/**
 * What no answer may reveal: a stack or a place in the code, a path of this machine, SQL, or the server's components.
 */
export const INSIDES =
  /\bat \S+ \(|\.[cm]?[jt]sx?:\d+|\/work\/|\/tmp\/|node_modules|node:|sqlite|insert into|\bselect \b|fastify|\bzod\b|FST_/i;

/** Expects that an answer is exactly this failure of the catalog; returns its body. */
export async function expectFailure(response: Response, code: AnsweredErrorCode): Promise<Failure> {
  const text = await response.text();
  expect(text).toContain(`"${code}"`);
  expect(text).not.toMatch(INSIDES);
  expect(response.status).toBe(catalog[code].status);
  expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
  const failure = JSON.parse(text) as Failure;
  expect(failure).toMatchObject({
    code,
    message: expect.stringMatching(sentence(code)),
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  return failure;
}

/** The sentence of the catalog, with any text in place of `{name}`. */
function sentence(code: AnsweredErrorCode): RegExp {
  const escaped = words[`error.${code}`].replace(/[.*+?^$()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replace(/\{\w+\}/g, "\\S+")}$`);
}
