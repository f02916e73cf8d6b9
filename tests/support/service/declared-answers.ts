import type { Endpoint } from "#contract/api/endpoint.ts";
import { declaredErrors, statusOfError } from "../../../server/api-document/declared-errors.ts";
import type { RegisteredRoute } from "../../../server/http/route-table.ts";
import { readLog } from "./log-lines.ts";

/** Every answer in the log that its endpoint does not declare, each once. */
export function undeclaredAnswers(routes: readonly RegisteredRoute[], logLines: readonly string[]): string[] {
  const served = new Map(routes.map((route) => [`${route.method} ${route.url}`, route.endpoint]));
  const answers = readLog(logLines)
    .filter(({ msg }) => msg === "request")
    .flatMap(({ method, route, status, code }) => {
      const call = `${String(method)} ${String(route)}`;
      const endpoint = served.get(call);
      if (!endpoint || declaredAnswers(endpoint).includes(`${String(code)} ${String(status)}`)) return [];
      return [`${call} answers ${String(status)} ${String(code ?? "")}`.trim()];
    });
  return [...new Set(answers)];
}

function declaredAnswers(endpoint: Endpoint): string[] {
  const { data, answers = {}, isTagged } = endpoint;
  const successes = [...(data ? ["200"] : []), ...(isTagged ? ["304"] : []), ...Object.keys(answers)];
  return [
    ...successes.map((status) => `undefined ${status}`),
    ...declaredErrors(endpoint).map((code) => `${code} ${statusOfError(code)}`),
  ];
}
