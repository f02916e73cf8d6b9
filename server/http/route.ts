import type { Endpoint } from "#contract/api/endpoints.ts";

/** The part of a route that the contract decides. */
export function routeOf({ method, path, caller, isBeforeSecondFactor = false }: Endpoint) {
  return { method, url: path, config: { caller, isBeforeSecondFactor } };
}
