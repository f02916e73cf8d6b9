import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type ExportShape, mediaTypes } from "#contract/manage/endpoints/briefs.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import type { PdfOutcome } from "../../../briefs/briefs.ts";
import { clientFileName, clientsFileName } from "../../../briefs/file-name.ts";
import { loadBrief } from "../../../briefs/load-brief.ts";
import { targetedClients } from "../../../bulk/targeted-clients.ts";
import { archiveClient } from "../../../clients/export/archive-client.ts";
import {
  clientsWithIds,
  type ExportClientsOptions,
  everyClient,
  exportClients,
  notedClients,
} from "../../../clients/export/export-clients.ts";
import { viewOf } from "../../../clients/list-clients.ts";
import { CatalogError } from "../../../http/errors.ts";
import { serve } from "../../../http/serve.ts";
import { definitionFor } from "../../../interviews/definition.ts";
import { eventOf } from "../../../managers/actor.ts";
import { abortOnClose } from "../../abort-on-close.ts";
import type { Dependencies } from "../../dependencies.ts";
import { ownClient } from "../clients.ts";
import { actorOf, readerOf, scopeOf } from "../request-actor.ts";
import { sendFile, streamOf } from "./send-file.ts";

/** Exports as files, and the brief as a page. */
export function briefRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { storage, book, briefs, mail, clock } = dependencies;
  const today = () => mail.calendar.wallClock(clock()).day;

  serve(app, manageEndpoints.brief, async (request, reply) => {
    const client = await ownClient(dependencies, request);
    const definition = definitionFor(request, await book.of(client.interview));
    const { language } = definition;
    const brief = await loadBrief({ storage, book, definition }, client);
    const { format, paper } = request.query;
    if (format === "html") {
      const { html, policy } = briefs.page(brief, language);
      reply.header("content-security-policy", `${policy}; frame-ancestors 'none'`);
      return reply.type(mediaTypes.html).send(html);
    }
    const name = clientFileName(brief, "brief", { day: today(), format });
    const briefAs = {
      md: () => briefs.markdown(brief, language),
      json: () => briefs.json(brief),
      pdf: async () => pdfOf(await briefs.pdf(brief, language, { paper, signal: abortOnClose(reply) })),
    };
    const content = await briefAs[format]();
    await noteExport(request, `brief.${format}`);
    return sendFile(reply, name, content);
  });

  serve(app, manageEndpoints.archive, async (request, reply) => {
    const client = await ownClient(dependencies, request);
    const archive = await archiveClient(dependencies, client, clock());
    const named = { ...client, clientName: client.name };
    await noteExport(request, "archive.zip");
    return sendFile(reply, clientFileName(named, "archive", { day: today(), format: "zip" }), archive);
  });

  serve(app, manageEndpoints.exportClient, async (request, reply) => {
    const { clientId, name: clientName, interview } = await ownClient(dependencies, request);
    const { format } = request.query;
    const pieces = exportClients(request.query, {
      storage,
      book,
      clients: clientsWithIds(storage, [clientId]),
      columnsOf: await book.of(interview),
    });
    const name = clientFileName({ clientId, clientName }, "answers", { day: today(), format });
    const content = await streamOf(pieces);
    await noteExport(request, `answers.${format}`);
    return sendFile(reply, name, content);
  });

  serve(app, manageEndpoints.exportClients, async (request, reply) => {
    const clients = everyClient(storage, scopeOf(request));
    return sendClients(request, reply, { ...request.query, clients });
  });

  serve(app, manageEndpoints.exportChosen, async (request, reply) => {
    const { on, ...shape } = request.body;
    const { scope, readerId } = readerOf(request);
    const clientIds = await targetedClients(storage, { scope, view: viewOf(dependencies, readerId) }, on);
    // with a filter by interview, the columns are the questions of that interview
    const interviewId = "selection" in on ? on.selection.interview : undefined;
    const clients = clientsWithIds(storage, clientIds);
    return sendClients(request, reply, { ...shape, clients, columnsOf: book.current(interviewId) });
  });

  /** Every export of answers is in the audit trail. `detail` names the content and the file format. */
  async function noteExport(
    request: FastifyRequest<{ Params: { clientId: string } }>,
    detail: string,
  ): Promise<void> {
    await noteExports(request, detail, [request.params.clientId]);
  }

  async function noteExports(request: FastifyRequest, detail: string, clientIds: string[]): Promise<void> {
    // a HEAD request transfers no answers
    if (request.method === "HEAD") return;
    const actor = actorOf(request, clock());
    await storage.audit.record(
      ...clientIds.map((clientId) => eventOf(actor, "client.exported", { clientId, detail })),
    );
  }

  async function sendClients(
    request: FastifyRequest,
    reply: FastifyReply,
    { clients, columnsOf, ...shape }: ExportShape & Pick<ExportClientsOptions, "clients" | "columnsOf">,
  ): Promise<FastifyReply> {
    const detail = `answers.${shape.format}`;
    const noted = notedClients(clients, (clientIds) => noteExports(request, detail, clientIds));
    const pieces = exportClients(shape, { storage, book, clients: noted, columnsOf });
    return sendFile(reply, clientsFileName({ day: today(), format: shape.format }), await streamOf(pieces));
  }
}

function pdfOf(outcome: PdfOutcome): Buffer {
  if (outcome.kind === "printed") return outcome.pdf;
  throw new CatalogError("NO_PDF", { details: [{ path: "format", message: outcome.reason }] });
}
