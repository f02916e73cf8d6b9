import type { FastifyInstance } from "fastify";
import type { Caller, Endpoint } from "#contract/api/endpoint.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Who may call the route; a route without it is refused at registration. */
    caller?: Caller;
    /** The call of the contract, with its schemas; pages and files have none. */
    endpoint?: Endpoint;
    /** Anyone who still has to set up a second factor may call it too. */
    isBeforeSecondFactor?: boolean;
    /** The write itself looks at the caller's session, in its own transaction. */
    guardsItsWrite?: boolean;
    /** Another site may send the browser here: the route asks for no session, and itself sees to it that nobody else's request counts. */
    isReachedFromElsewhere?: boolean;
  }
  interface FastifyInstance {
    /** Every route of the server: pages and files too, and HEAD beside each GET. */
    routeTable: readonly RegisteredRoute[];
  }
}

export type RegisteredRoute = {
  method: string;
  /** The pattern: `:name` is one part of a path, a `*` at its end any. */
  url: string;
  caller: Caller;
  isReachedFromElsewhere: boolean;
  endpoint: Endpoint | undefined;
};

/** Keeps each route as it is registered, and refuses one that does not say for whom it is. */
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

/** Whether a path, without its query, is one of a pattern's. */
export function fitsPattern(path: string, pattern: string): boolean {
  const given = path.split("/");
  const parts = pattern.split("/");
  const isOpen = parts.at(-1) === "*";
  const fixed = isOpen ? parts.slice(0, -1) : parts;
  const hasLength = isOpen ? given.length > fixed.length : given.length === fixed.length;
  return hasLength && fixed.every((part, i) => part.startsWith(":") || part === given[i]);
}
