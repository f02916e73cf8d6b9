import type { Endpoint } from "#contract/api/endpoint.ts";
import { type AnsweredErrorCode, failure } from "../http/errors.ts";
import { declaredErrors, statusOfError } from "./declared-errors.ts";

/** The request id in all examples; real answers each have their own. */
const REQUEST_ID = "6f1d2c9e-0b57-4c43-9f0e-3a0f6d1c2b11";
const RETRIED_LATER: readonly AnsweredErrorCode[] = [
  "RATE_LIMITED",
  "TOO_MANY_CODES",
  "SIGN_IN_BUSY",
  "SEARCH_BUSY",
  "UNAVAILABLE",
];

type Codes = AnsweredErrorCode[];

/** The failures of a call by status, as references to shared responses. */
export function failureResponses(endpoint: Endpoint): { [status: string]: object } {
  return Object.fromEntries(
    codesByStatus(endpoint).map(([status, codes]) => [
      status,
      { $ref: `#/components/responses/${codes.join(".")}` },
    ]),
  );
}

/** The components that the calls refer to. */
export function failureComponents(endpoints: Endpoint[]) {
  const sets = endpoints.flatMap((endpoint) => codesByStatus(endpoint).map(([, codes]) => codes));
  const codes = [...new Set(sets.flat())].sort();
  return {
    responses: Object.fromEntries(sets.map((set) => [set.join("."), failureResponse(set)]).sort()),
    examples: Object.fromEntries(codes.map((code) => [code, { value: failureBody(code) }])),
  };
}

function codesByStatus(endpoint: Endpoint): [status: string, codes: Codes][] {
  const byStatus = Object.groupBy(declaredErrors(endpoint), (code) => String(statusOfError(code)));
  return Object.entries(byStatus).map(([status, codes = []]) => [status, codes.toSorted()]);
}

function failureResponse(codes: Codes): object {
  const code = { type: "string", enum: codes };
  return {
    description: codes.map((each) => `\`${each}\`: ${failureBody(each).message}`).join("\n\n"),
    ...(codes.some((each) => RETRIED_LATER.includes(each)) && {
      headers: { "Retry-After": { $ref: "#/components/headers/RetryAfter" } },
    }),
    content: {
      "application/json": {
        schema: {
          allOf: [{ $ref: "#/components/schemas/Failure" }, { type: "object", properties: { code } }],
        },
        examples: Object.fromEntries(codes.map((each) => [each, { $ref: `#/components/examples/${each}` }])),
      },
    },
  };
}

function failureBody(code: AnsweredErrorCode) {
  return failure(code, { requestId: REQUEST_ID, values: { scope: "clients:read" } }).body;
}
