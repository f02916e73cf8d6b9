import type { EndpointFacts } from "#contract/api/endpoint.ts";

/** The part of a route that the contract decides. */
export function routeOf({ method, path, caller, isBeforeSecondFactor = false }: EndpointFacts) {
  return { method, url: path, config: { caller, isBeforeSecondFactor } };
}
