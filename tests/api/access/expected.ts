import type { AnsweredErrorCode } from "../../../server/http/errors.ts";
import type { RegisteredRoute } from "../../../server/http/route-table.ts";
import type { TriedCaller } from "./callers.ts";
import type { Id, Ids } from "./ids.ts";
import type { Row } from "./rows.ts";

/** The expected answer: a success's status, or a failure's code. */
export type Expected = number | AnsweredErrorCode;

export type Cell = { route: RegisteredRoute; caller: TriedCaller; ids: Ids; row: Row };

const SAFE = ["GET", "HEAD"];

/** Who may do what, stated independently of the server: by its table of routes, and by which client belongs to whom. */
export function expectedOf(cell: Cell): Expected {
  return (
    longId(cell) ??
    foreignRequest(cell) ??
    wrongCaller(cell) ??
    notForPrograms(cell) ??
    notInToken(cell) ??
    malformedId(cell) ??
    notOwnAccount(cell) ??
    notTheirs(cell) ??
    notTheirClient(cell) ??
    cell.row.answers ??
    200
  );
}

/** The router itself refuses the id before it finds the route. */
function longId({ ids }: Cell): Expected | undefined {
  return Object.values(ids).some(({ kind }) => kind === "too long") ? "BAD_REQUEST" : undefined;
}

function foreignRequest({ route, caller, row }: Cell): Expected | undefined {
  const isAsked = route.url.startsWith("/v1/manage/") && !route.isReachedFromElsewhere;
  if (!isAsked || "authorization" in caller.headers) return undefined;
  const isRefused =
    caller.comes === "from elsewhere" || (caller.comes === "unmarked" && !SAFE.includes(route.method));
  return isRefused ? (row.foreignAnswers ?? "FOREIGN_REQUEST") : undefined;
}

function wrongCaller({ route, caller }: Cell): Expected | undefined {
  const { is } = caller;
  switch (route.caller) {
    case "nobody":
      return undefined;
    case "client":
      return is.role === "client" ? undefined : "UNAUTHORIZED";
    case "manager":
      return is.role === "manager" || is.role === "administrator" ? undefined : "UNAUTHORIZED";
    case "administrator":
      if (is.role === "manager") return "FORBIDDEN";
      return is.role === "administrator" ? undefined : "UNAUTHORIZED";
    case "operator":
      return is.role === "operator" ? undefined : "UNAUTHORIZED";
  }
}

function malformedId({ ids }: Cell): Expected | undefined {
  return Object.values(ids).some(({ kind }) => kind === "malformed") ? "VALIDATION_ERROR" : undefined;
}

function notOwnAccount({ caller: { is }, ids, row }: Cell): Expected | undefined {
  const isRefused = row.isOfAccount && is.role === "manager" && ids.managerId?.text !== is.managerId;
  return isRefused ? "FORBIDDEN" : undefined;
}

function notForPrograms({ caller, row }: Cell): Expected | undefined {
  return row.isForPeople && "scopes" in caller.is ? "TOKEN_NOT_ENOUGH" : undefined;
}

/** The token needs every scope that the contract requires. */
function notInToken({ route, caller: { is } }: Cell): Expected | undefined {
  if (!("scopes" in is)) return undefined;
  const asked = [route.endpoint?.scope ?? "any"].flat();
  return asked.every((scope) => scope === "any" || is.scopes.includes(scope)) ? undefined : "SCOPE_MISSING";
}

/** The server answers the same for another account's data and for missing data. */
function notTheirs({ route, caller, ids, row }: Cell): Expected | undefined {
  if (route.caller === "nobody" || row.makesOwn) return undefined;
  const { clientId, webhookId, ...others } = ids;
  if (clientId && !isInScope(clientId, caller)) return "NOT_FOUND";
  if (webhookId && webhookId.kind !== "there") return "NOT_FOUND";
  const owner = clientId?.text ?? webhookId?.text ?? ownerId(caller);
  for (const id of Object.values(others)) {
    if (id.kind !== "there" || (id.of !== undefined && id.of !== owner)) return "NOT_FOUND";
    if (id.by !== undefined && !mayTouch(id, caller, row)) return "FORBIDDEN";
  }
  return undefined;
}

function notTheirClient({ caller, ids: { externalId }, row }: Cell): Expected | undefined {
  return externalId && !isInScope(externalId, caller) ? row.answersToOthers : undefined;
}

/** Whether a caller may know that this client exists. */
export function isInScope(clientId: Id, { is }: TriedCaller): boolean {
  if (clientId.kind !== "there" || is.role === "stranger") return false;
  if (is.role === "client") return clientId.text === is.clientId;
  if (is.role === "operator") return false;
  return is.role === "administrator" || clientId.of === is.managerId;
}

function ownerId({ is }: TriedCaller): string | undefined {
  if (is.role === "client") return is.clientId;
  return is.role === "stranger" || is.role === "operator" ? undefined : is.managerId;
}

function mayTouch({ by }: Id, { is }: TriedCaller, row: Row): boolean {
  if (is.role === "administrator" && row.isOpenToAdministrators) return true;
  return (is.role === "manager" || is.role === "administrator") && by === is.managerId;
}
