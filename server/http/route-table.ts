import type { FastifyInstance } from "fastify";
import type { Caller, Endpoint } from "#contract/api/endpoint.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Who may call the route; registration fails without it. */
    caller?: Caller;
    /** The contract's endpoint, with its schemas; pages and files have none. */
    endpoint?: Endpoint;
    /** Managers who have yet to set up a required second factor may call it too. */
    isBeforeSecondFactor?: boolean;
    /** The write checks the caller's session in its own transaction. */
    guardsItsWrite?: boolean;
    /**
     * Another site may send the browser here. The route needs no session, and checks for itself that the request is not
     * forged.
     */
    isReachedFromElsewhere?: boolean;
  }
  interface FastifyInstance {
    /** Every route of the server, including pages, files, and the HEAD route of each GET. */
    routeTable: readonly RegisteredRoute[];
  }
}

export type RegisteredRoute = {
  method: string;
  /** The pattern: `:name` matches one part of a path, and a final `*` any number of parts. */
  url: string;
  caller: Caller;
  isReachedFromElsewhere: boolean;
  endpoint: Endpoint | undefined;
};

/** Records each route on registration, and refuses a route that does not say who may call it. */
export function keepRouteTable(app: FastifyInstance): void {
  const table: RegisteredRoute[] = [];
  app.decorate("routeTable", table);
  app.addHook("onRoute", ({ method, url, config = {} }) => {
    const { caller, isReachedFromElsewhere = false, endpoint } = config;
    if (!caller) throw new Error(`${String(method)} ${url} does not say who may call it`);
    for (const one of [method].flat())
      table.push({ method: one, url, caller, isReachedFromElsewhere, endpoint });
  });
}

/** Whether a path, without its query, matches a pattern. */
export function fitsPattern(path: string, pattern: string): boolean {
  const given = path.split("/");
  const parts = pattern.split("/");
  const isOpen = parts.at(-1) === "*";
  const fixed = isOpen ? parts.slice(0, -1) : parts;
  const hasLength = isOpen ? given.length > fixed.length : given.length === fixed.length;
  return hasLength && fixed.every((part, i) => part.startsWith(":") || part === given[i]);
}
