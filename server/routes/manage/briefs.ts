import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply } from "fastify";
import { type ClientsFormat, type FileFormat, mediaTypes } from "#contract/manage/endpoints/briefs.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import type { PdfOutcome } from "../../briefs/briefs.ts";
import { loadBrief } from "../../briefs/load-brief.ts";
import { targetedClients } from "../../bulk/targeted-clients.ts";
import { archiveClient } from "../../clients/archive-client.ts";
import { everyClient, exportClients, theseClients } from "../../clients/export-clients.ts";
import { viewOf } from "../../clients/list-clients.ts";
import { CatalogueError } from "../../http/errors.ts";
import { serve } from "../../http/serve.ts";
import { askedFor } from "../../interview-file/asked-interviews.ts";
import type { ListedClient } from "../../storage/clients/clients.ts";
import type { Dependencies } from "../dependencies.ts";
import { ownClient } from "./clients.ts";
import { readerOf, scopeOf } from "./request-actor.ts";

/** What leaves the console as a file, and the brief as a page. */
export function briefRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { storage, asked, briefs, clock } = dependencies;

  serve(app, manageEndpoints.brief, async (request, reply) => {
    const client = await ownClient(dependencies, request);
    const { language, interview: read } = askedFor(request, dependencies);
    const brief = await loadBrief({ storage, interview: read }, client);
    const { format, paper } = request.query;
    if (format === "html") {
      const { html, policy } = briefs.page(brief, language);
      reply.header("content-security-policy", `${policy}; frame-ancestors 'none'`);
      return reply.type(mediaTypes.html).send(html);
    }
    const name = `brief-${brief.clientId}.${format}`;
    if (format === "md") return sendFile(reply, name, briefs.markdown(brief, language));
    if (format === "json") return sendFile(reply, name, briefs.json(brief));
    return sendFile(reply, name, pdfOf(await briefs.pdf(brief, language, { paper, signal: leaving(reply) })));
  });

  serve(app, manageEndpoints.archive, async (request, reply) => {
    const client = await ownClient(dependencies, request);
    const archive = await archiveClient(dependencies, client, clock());
    return sendFile(reply, `client-${client.clientId}.zip`, archive);
  });

  serve(app, manageEndpoints.exportClients, async (request, reply) => {
    const { format } = request.query;
    const clients = everyClient(storage, scopeOf(request));
    return sendClients(reply, format, clients);
  });

  serve(app, manageEndpoints.exportChosen, async (request, reply) => {
    const { format, on } = request.body;
    const { scope, readerId } = readerOf(request);
    const clientIds = await targetedClients(storage, { scope, view: viewOf(dependencies, readerId) }, on);
    return sendClients(reply, format, theseClients(storage, clientIds));
  });

  async function sendClients(
    reply: FastifyReply,
    format: ClientsFormat,
    clients: AsyncIterable<ListedClient>,
  ): Promise<FastifyReply> {
    const pieces = exportClients(format, { storage, asked, clients });
    return sendFile(reply, `clients.${format}`, Readable.from(await begun(pieces)));
  }
}

/** The first piece is read before anything is answered: a database that cannot serve is a failure, and no empty file. */
async function begun(pieces: AsyncGenerator<string>): Promise<AsyncGenerator<string>> {
  const first = await pieces.next();
  return (async function* () {
    if (!first.done) yield first.value;
    yield* pieces;
  })();
}

function sendFile(reply: FastifyReply, name: string, content: Readable | Buffer | string): FastifyReply {
  const format = name.slice(name.lastIndexOf(".") + 1) as FileFormat;
  reply.header("content-disposition", `attachment; filename="${name}"`);
  return reply.type(mediaTypes[format]).send(content);
}

function pdfOf(outcome: PdfOutcome): Buffer {
  if (outcome.kind === "printed") return outcome.pdf;
  throw new CatalogueError("NO_PDF", { details: [{ path: "format", message: outcome.reason }] });
}

/** Ends the printing where the caller has gone. */
function leaving(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once("close", () => controller.abort());
  return controller.signal;
}
