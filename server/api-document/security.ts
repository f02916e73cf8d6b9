import { scopes } from "#contract/api/scopes.ts";
import type { ServedEndpoint } from "../http/route-table.ts";

type SecurityRequirement = { [scheme: string]: string[] };

/** The ways to sign in, as the document names them. */
export const securitySchemes = {
  clientSession: {
    type: "http",
    scheme: "bearer",
    description: "The `accessToken` that a client gets for an access key by `POST /v1/auth/exchange`.",
  },
  apiToken: {
    type: "http",
    scheme: "bearer",
    description: `An account manager's API token, made in the console under Account. The scopes of a call say what a token is used for there; today every token has all of them, and may do what its owner may, except what only a person may do.

${Object.entries(scopes)
  .map(([scope, summary]) => `- \`${scope}\`: ${summary}`)
  .join("\n")}`,
  },
  consoleCookie: {
    type: "apiKey",
    in: "cookie",
    name: "__Host-firsthand-console",
    description:
      "The session of the console (`firsthand-console` over plain http). Every call but GET also needs the header `x-firsthand-console`.",
  },
  operatorToken: {
    type: "http",
    scheme: "bearer",
    description: "The operator's own token, set by `FIRSTHAND_METRICS_TOKEN`.",
  },
};

/** Any one of these is enough; an empty list asks for none. */
export function securityOf({ caller, scope, errors = [] }: ServedEndpoint): SecurityRequirement[] {
  switch (caller) {
    case "nobody":
      return [];
    case "operator":
      return [{ operatorToken: [] }];
    case "client":
      return [{ clientSession: [] }];
    case "manager":
    case "administrator":
      return errors.includes("TOKEN_NOT_ENOUGH")
        ? [{ consoleCookie: [] }]
        : [{ consoleCookie: [] }, { apiToken: scope ? [scope] : [] }];
  }
}
