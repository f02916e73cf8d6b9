import type { FastifyInstance } from "fastify";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { serve } from "../../http/serve.ts";
import { overviewCsv } from "../../overview/overview-csv.ts";
import { readOverview } from "../../overview/read-overview.ts";
import type { Dependencies } from "../dependencies.ts";
import { sendFile } from "./handing-over/send-file.ts";
import { readerOf } from "./request-actor.ts";

/** Where one's clients are, all together. */
export function overviewRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { mail, clock, book } = dependencies;

  serve(app, manageEndpoints.overview, (request) =>
    readOverview(dependencies, readerOf(request), request.query),
  );

  serve(app, manageEndpoints.exportOverview, async (request, reply) => {
    const overview = await readOverview(dependencies, readerOf(request), request.query);
    const { day } = mail.calendar.wallClock(clock());
    return sendFile(
      reply,
      `overview_${day}.csv`,
      overviewCsv(overview, book.current(request.query.interview).asked.interview),
    );
  });
}
