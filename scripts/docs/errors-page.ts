import { networkErrors, serverErrors } from "#contract/api/errors.ts";
import { manageErrors } from "#contract/manage/errors.ts";
import client from "#contract/messages/client/en.json" with { type: "json" };
import managers from "#contract/messages/console/en.json" with { type: "json" };
import { code, codeBlock, GENERATED_NOTICE, markdownTable } from "./markdown.ts";

type Table = { [Code in string]: { status: number } };
type StatusOf<Of extends Table> = Of[keyof Of]["status"];

/** Does not compile until each status has its advice. */
const advice: { [Status in StatusOf<typeof serverErrors> | StatusOf<typeof manageErrors>]: string } = {
  400: "Fix the request. It could not be read.",
  401: "Sign in again, or use another key or token.",
  403: "Ask for permission. Sending the request again does not help.",
  404: "Check the address and the id. Things of another manager's clients are not found either.",
  405: "Use the method that the API document names.",
  409: "Read the current state, then decide. Something else stands in the way.",
  412: "Read the record again, merge, and save upon the revision that you read.",
  413: "Send less at once.",
  415: "Send the content type that the API document names, without compression.",
  416: "Ask for a range within the recording.",
  422: "Fix the values. Where there are `details`, they name each one. Nothing was stored.",
  429: "Wait as many seconds as `Retry-After` says, then send the same request.",
  500: "Send the `requestId` to the operator. The log has the reason.",
  501: "The server lacks a program for this call. `details` says which.",
  503: "Wait as many seconds as `Retry-After` says, then send the same request.",
};

export function errorsPage(): string {
  const rowsOf = (table: Table) =>
    Object.entries(table)
      .sort(([, one], [, other]) => one.status - other.status)
      .map(([name, { status }]) => [code(name), String(status), sentenceOf(name)]);
  return `${[
    GENERATED_NOTICE,
    "# Errors of the API",
    "A call that fails answers with a status and this body:",
    codeBlock(
      JSON.stringify(
        {
          code: "NOT_FOUND",
          message: client["error.NOT_FOUND"],
          requestId: "0b9f0a4e-2f0c-4d8e-9f52-6a1c3d1f7b11",
        },
        null,
        2,
      ),
    ),
    "Decide by `code`: it stays the same in later releases. `message` is for people. It comes in English or Spanish, as `Accept-Language` asks, and its words may change. `VALIDATION_ERROR` also has `details`, with the path and the problem of each value.",
    "## What to do",
    markdownTable(
      ["Status", "What to do"],
      Object.entries(advice).map(([status, text]) => [status, text]),
    ),
    "## Every call",
    markdownTable(["Code", "Status", "Message in English"], rowsOf(serverErrors)),
    "## Calls under /v1/manage",
    "These come beside the codes above.",
    markdownTable(["Code", "Status", "Message in English"], rowsOf(manageErrors)),
    "## Problems that the client's app finds",
    "The server never sends these. The app shows them when the answer is missing or cannot be read.",
    markdownTable(
      ["Code", "Message in English"],
      networkErrors.map((name) => [code(name), sentenceOf(name)]),
    ),
  ].join("\n\n")}\n`;
}

function sentenceOf(name: string): string {
  const sentence = new Map(Object.entries({ ...client, ...managers })).get(`error.${name}`);
  if (!sentence) throw new Error(`${name} has no sentence`);
  return sentence;
}
