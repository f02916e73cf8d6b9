import type { FastifyInstance, FastifyRequest } from "fastify";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import type { Overview, OverviewQuery } from "#contract/manage/overview.ts";
import { serve } from "../../http/serve.ts";
import { overviewCsv } from "../../overview/overview-csv.ts";
import { readOverview } from "../../overview/read-overview.ts";
import { singleFlight } from "../../runtime/single-flight.ts";
import type { Dependencies } from "../dependencies.ts";
import { sendFile } from "./handing-over/send-file.ts";
import { readerOf } from "./request-actor.ts";

/** Statistics of a manager's clients. */
export function overviewRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { mail, clock, book } = dependencies;

  const share = singleFlight<Overview>();

  function read(request: FastifyRequest, query: OverviewQuery): Promise<Overview> {
    const reader = readerOf(request);
    // the reader matters only for the filter "my clients"; all other readers with the same scope share one result
    const key = JSON.stringify([reader.scope, query, query.manager === "me" && reader.readerId]);
    return share(key, () => readOverview(dependencies, reader, query));
  }

  serve(app, manageEndpoints.overview, (request) => read(request, request.query));

  serve(app, manageEndpoints.exportOverview, async (request, reply) => {
    const overview = await read(request, request.query);
    const { day } = mail.calendar.wallClock(clock());
    return sendFile(
      reply,
      `overview_${day}.csv`,
      overviewCsv(overview, book.current(request.query.interview).asked.interview),
    );
  });
}
