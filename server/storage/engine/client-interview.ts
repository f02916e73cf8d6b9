import { sql } from "kysely";
import type { Db } from "./schema.ts";

/** Which interview a client is asked, and which version of it. */
export type ClientInterview = {
  interviewId: string;
  /** Null before the first version. */
  version: number | null;
};

/** The id of the first interview of every installation. */
export const OWN_INTERVIEW = "iv_00000000000000000000";

export type InterviewColumns = { interview_id: string; interview_version: number | null };

/** For a query on clients: the version that the client stays on, else the current version of the client's interview. */
export const interviewColumns = [
  "clients.interview_id",
  sql<number | null>`coalesce(clients.interview_version, (
    select current_version from interview_catalog where interview_catalog.interview_id = clients.interview_id
  ))`.as("interview_version"),
] as const;

/** Undefined if there is no such client. */
export async function findClientInterview(db: Db, clientId: string): Promise<ClientInterview | undefined> {
  const clients = db.selectFrom("clients").select(interviewColumns);
  const row = await clients.where("client_id", "=", clientId).executeTakeFirst();
  return row && interviewOf(row);
}

export function interviewOf({ interview_id, interview_version }: InterviewColumns): ClientInterview {
  return { interviewId: interview_id, version: interview_version };
}
