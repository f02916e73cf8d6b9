import type { Endpoint } from "#contract/api/endpoint.ts";
import { neededScopes, scopes } from "#contract/api/scopes.ts";

type SecurityRequirement = { [scheme: string]: string[] };

/** The names of the ways to sign in. */
export const securitySchemes = {
  clientSession: {
    type: "http",
    scheme: "bearer",
    description: "The `accessToken` that a client gets for an access key by `POST /v1/auth/exchange`.",
  },
  apiToken: {
    type: "http",
    scheme: "bearer",
    description: `An account manager's API token, made in the console under Account. A token has the scopes that its owner chose, and never more rights than its owner. It needs every scope that a call names here. A call that does not name this way to sign in is for people only.

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

/** Any one of these is enough; an empty list requires none. */
export function securityOf({ caller, scope }: Endpoint): SecurityRequirement[] {
  switch (caller) {
    case "nobody":
      return [];
    case "operator":
      return [{ operatorToken: [] }];
    case "client":
      return [{ clientSession: [] }];
    case "manager":
    case "administrator":
      return scope === undefined
        ? [{ consoleCookie: [] }]
        : [{ consoleCookie: [] }, { apiToken: [...neededScopes(scope)] }];
  }
}
