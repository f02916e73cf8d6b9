import type { FastifyInstance } from "fastify";
import { isoOf } from "#contract/instants.ts";
import { languages } from "#contract/languages.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { type InterviewDraft, publishableDraft } from "#contract/manage/interview-draft/draft.ts";
import type { AddInterviewRequest, ListedInterview } from "#contract/manage/interviews.ts";
import { INTERVIEWS_MAX } from "#contract/manage/limits.ts";
import { interviewFileName } from "../../briefs/file-name.ts";
import { preferredLanguage } from "../../http/accept-language.ts";
import { CatalogError } from "../../http/errors.ts";
import { serve } from "../../http/serve.ts";
import { interviewText } from "../../interview-file/interview-text.ts";
import { changeInterview } from "../../interviews/change-interview.ts";
import { interviewView } from "../../interviews/describe-interview.ts";
import { addInterview } from "../../interviews/manage-interviews.ts";
import { isOffered, offeredOrRefused } from "../../interviews/offered-interview.ts";
import { readTable } from "../../interviews/read-table.ts";
import { draftOfTemplate, templateName, templates } from "../../interviews/templates/templates.ts";
import { eventOf } from "../../managers/actor.ts";
import type { Dependencies } from "../dependencies.ts";
import { ownClient } from "./clients.ts";
import { actorOf } from "./request-actor.ts";

const REFUSALS = {
  missing: "NOT_FOUND",
  taken: "INTERVIEW_NAME_TAKEN",
  "not-offered": "INTERVIEW_NOT_OFFERED",
  "is-default": "INTERVIEW_IS_DEFAULT",
} as const;

/** Interviews: managers choose from the list, administrators maintain it. */
export function interviewRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { storage, book, clock } = dependencies;

  async function views(): Promise<ListedInterview[]> {
    const [drafts, clients] = await Promise.all([
      storage.interviews.listDrafts(),
      storage.interviews.countClients(),
      book.refresh(),
    ]);
    return book.catalog().map((entry) => ({
      ...interviewView(book, { interviewId: entry.interviewId, version: entry.currentVersion }),
      source: entry.source,
      publishedAt: isoOf(entry.publishedAt),
      isDefault: entry.isDefault,
      isOffered: isOffered(entry),
      retiredAt: isoOf(entry.retiredAt),
      hasDraft: drafts.has(entry.interviewId),
      clients: clients.get(entry.interviewId) ?? 0,
    }));
  }

  async function view(interviewId: string): Promise<ListedInterview> {
    const found = (await views()).find((each) => each.interviewId === interviewId);
    if (!found) throw new CatalogError("NOT_FOUND");
    return found;
  }

  async function bodyOf({ interviewId, number }: { interviewId: string; number: number }) {
    const body = await storage.interviews.loadBody(interviewId, number);
    if (body === undefined) throw new CatalogError("NOT_FOUND");
    return body as InterviewDraft;
  }

  serve(app, manageEndpoints.listInterviews, async () => ({ interviews: await views() }));

  serve(app, manageEndpoints.readInterview, (request) => view(request.params.interviewId));

  serve(app, manageEndpoints.listInterviewVersions, async (request) => {
    const { interviewId } = request.params;
    await view(interviewId);
    const [versions, submitted] = await Promise.all([
      storage.interviews.listVersions(),
      storage.interviews.countSubmitted(interviewId),
    ]);
    const own = versions.filter((version) => version.interviewId === interviewId).toReversed();
    const names = await storage.clients.namesOf(own.flatMap(({ publishedBy }) => publishedBy ?? []));
    return {
      versions: own.map(({ number, hashes, note, publishedAt, publishedBy }) => ({
        number,
        hashes: Object.fromEntries(hashes),
        note,
        publishedAt: isoOf(publishedAt),
        publishedBy,
        publishedByName: (publishedBy && names.get(publishedBy)) ?? null,
        submitted: submitted.get(number) ?? 0,
      })),
    };
  });

  serve(app, manageEndpoints.readInterviewVersion, async (request) => {
    const interview = await bodyOf(request.params);
    return { number: request.params.number, interview };
  });

  serve(app, manageEndpoints.exportInterviewVersion, async (request, reply) => {
    const { number, interviewId } = request.params;
    const interview = publishableDraft(await bodyOf(request.params));
    const { name } = await view(interviewId);
    const fileName = interviewFileName(interviewId, name, number);
    reply.header("content-disposition", `attachment; filename="${fileName}"`);
    return reply.type("application/yaml").send(interviewText(interview));
  });

  serve(app, manageEndpoints.listInterviewTemplates, (request) => {
    const language = preferredLanguage(request, languages);
    return {
      templates: templates.map((template) => ({
        templateId: template.templateId,
        name: templateName(template, language),
        questions: template.sections.reduce((sum, { questions }) => sum + questions.length, 0),
        minutes: template.sections.reduce((sum, { minutes }) => sum + minutes, 0),
      })),
    };
  });

  serve(app, manageEndpoints.readInterviewTable, ({ body: { text, language } }) => {
    const read = readTable(text, language);
    return typeof read === "string" ? { interview: null, problem: read } : { interview: read, problem: null };
  });

  serve(app, manageEndpoints.addInterview, async (request) => {
    const { name, from } = request.body;
    if (book.catalog().length >= INTERVIEWS_MAX) throw new CatalogError("TOO_MANY_INTERVIEWS");
    const body = await beginning(from);
    const interviewId = await addInterview(storage, { name, body }, actorOf(request, clock()));
    if (interviewId === undefined) throw new CatalogError("INTERVIEW_NAME_TAKEN");
    await book.refresh();
    return { interviewId };
  });

  async function beginning(from: AddInterviewRequest["from"]): Promise<InterviewDraft> {
    if (from.kind === "empty") return { format: 1, languages: [from.language], sections: [] };
    if (from.kind === "draft") return from.interview;
    if (from.kind === "template") {
      const template = templates.find(({ templateId }) => templateId === from.templateId);
      if (!template) throw new CatalogError("NOT_FOUND");
      return draftOfTemplate(template, from.language);
    }
    const { interviewId, version } = from;
    if (version !== undefined) return bodyOf({ interviewId, number: version });
    const draft = await storage.interviews.findDraft(interviewId);
    if (draft) return draft.body as InterviewDraft;
    const { version: current } = await view(interviewId);
    return bodyOf({ interviewId, number: current ?? 0 });
  }

  serve(app, manageEndpoints.updateInterview, async (request) => {
    const { source, ...change } = request.body;
    const changed = { ...change, isTakenOver: source && (true as const) };
    const { interviewId } = request.params;
    const outcome = await changeInterview(storage, { interviewId, ...changed }, actorOf(request, clock()));
    if (outcome !== "done") throw new CatalogError(REFUSALS[outcome]);
    await book.refresh();
    return {};
  });

  serve(app, manageEndpoints.deleteInterview, async (request) => {
    const { interviewId } = request.params;
    const { name } = await view(interviewId);
    const event = eventOf(actorOf(request, clock()), "interview.deleted", { detail: name });
    const outcome = await storage.interviews.remove(interviewId, [event]);
    if (outcome === "published") throw new CatalogError("INTERVIEW_PUBLISHED");
    if (outcome === "missing") throw new CatalogError("NOT_FOUND");
    await book.refresh();
    return {};
  });

  serve(app, manageEndpoints.changeInterview, async (request) => {
    const { clientId, interview } = await ownClient(dependencies, request);
    const { interviewId } = request.body;
    if (interviewId === interview.interviewId) return {};
    const entry = await offeredOrRefused(book, interviewId);
    const actor = actorOf(request, clock());
    const event = eventOf(actor, "client.interview-changed", { clientId, detail: entry.name });
    const given = { clientId, interviewId, at: actor.at };
    if ((await storage.interviews.assign(given, [event])) === "missing") throw new CatalogError("NOT_FOUND");
    return {};
  });
}
