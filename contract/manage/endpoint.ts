import type { EndpointTable } from "../api/endpoint.ts";
import type { ServerErrorCode } from "../api/errors.ts";
import type { ManageErrorCode } from "./errors.ts";

/** A table of the account manager's calls. */
export type ManageEndpointTable = EndpointTable<ServerErrorCode | ManageErrorCode>;
