import { hash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { HOUR_MS, isoOf } from "#contract/instants.ts";
import type { Brief } from "#contract/manage/answers/brief.ts";
import { mediaTypes } from "#contract/manage/endpoints/briefs.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { SHARE_OPENINGS_PER_HOUR, SHARE_PDFS_PER_HOUR } from "#contract/manage/shares.ts";
import { hasRecording } from "#contract/record/answer.ts";
import { clientFileName } from "../briefs/file-name.ts";
import { loadBrief } from "../briefs/load-brief.ts";
import { type SharedBriefOptions, sharedPart } from "../briefs/shared-brief.ts";
import { preferredLanguage } from "../http/accept-language.ts";
import { readCookie, setCookie } from "../http/cookies.ts";
import { CatalogError } from "../http/errors.ts";
import { serve } from "../http/serve.ts";
import { definitionFor } from "../interviews/definition.ts";
import { createLimit, throwIfLimited } from "../limits/limit.ts";
import type { PublicPage } from "../pages/public-page.ts";
import { type SharedNotice, sharedNotice, waitingPage, waitingScript } from "../pages/shared-page.ts";
import { findShare, openShare, SHARED_BRIEF_PATH, SHARED_PATH } from "../shares/shares.ts";
import type { StoredShare } from "../storage/clients/shares.ts";
import type { StoredRecord } from "../storage/records/records.ts";
import { abortOnClose } from "./abort-on-close.ts";
import { callerAddress } from "./caller-address.ts";
import { type Dependencies, offeredLanguages } from "./dependencies.ts";
import { sendSound } from "./take-audio.ts";

const PUBLIC = { config: { caller: "nobody" as const } };
const COOKIE = "firsthand-brief";
const COOKIE_HOURS = 12;
const PDF_PATH = `${SHARED_BRIEF_PATH}.pdf`;

/** Shows a client's brief to a person without an account who has a share link from a manager. */
export function sharedBriefRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { storage, config, book, briefs, mail, clock } = dependencies;
  const script = waitingScript();
  const guesses = createLimit(app, {
    name: "share/open",
    max: SHARE_OPENINGS_PER_HOUR,
    windowMs: HOUR_MS,
  });
  const pdfs = createLimit(app, {
    name: "share/pdf",
    max: SHARE_PDFS_PER_HOUR,
    windowMs: HOUR_MS,
    keyOf: (request) => hash("sha256", readCookie(request, COOKIE) ?? ""),
  });

  app.get("/b", PUBLIC, (_request, reply) => reply.redirect(SHARED_PATH, 308));
  app.get(SHARED_PATH, PUBLIC, (request, reply) =>
    sendPage(reply, waitingPage(config, script, preferredLanguage(request, offeredLanguages(book)))),
  );
  app.get(script.address, PUBLIC, (_request, reply) =>
    reply.type("text/javascript; charset=utf-8").send(script.content),
  );

  serve(app, manageEndpoints.openShare, async (request, reply) => {
    throwIfLimited(await guesses.count(request));
    const { token } = request.body;
    const actor = { actor: "nobody", at: clock(), requestId: request.id, ...callerAddress(request) };
    const { expiresAt } = await openShare(storage, token, actor);
    const left = Math.ceil((expiresAt - actor.at) / 1_000);
    const maxAge = Math.min(left, COOKIE_HOURS * 3_600);
    setCookie(reply, { name: COOKIE, value: token, sameSite: "strict", maxAge });
    return { address: SHARED_BRIEF_PATH };
  });

  app.get(SHARED_BRIEF_PATH, PUBLIC, async (request, reply) => {
    const share = await shareOf(request);
    if (typeof share === "string") return sendNotice(reply, share);
    const { brief, language } = await briefFor(request, share);
    const { html, policy } = briefs.page(brief, language, dressOf(share));
    // a `meta` policy in the page cannot set frame-ancestors
    return sendPage(reply, { html, policy: `${policy}; frame-ancestors 'none'` });
  });

  app.get(PDF_PATH, PUBLIC, async (request, reply) => {
    const share = await shareOf(request);
    if (typeof share === "string") return sendNotice(reply, share);
    throwIfLimited(await pdfs.count(request));
    const { brief, language } = await briefFor(request, share);
    const paper = /^\w+-US\b/i.test(request.headers["accept-language"] ?? "") ? "letter" : "a4";
    const shared = { ...dressOf(share), soundAddress: undefined };
    const printed = await briefs.pdf(brief, language, { paper, shared, signal: abortOnClose(reply) });
    if (printed.kind !== "printed") return sendNotice(reply, "noPdf");
    const name = clientFileName(brief, "brief", { day: mail.calendar.wallClock(clock()).day, format: "pdf" });
    reply.header("content-disposition", `attachment; filename="${name}"`);
    return reply.type(mediaTypes.pdf).send(printed.pdf);
  });

  serve(app, manageEndpoints.sharedAudio, async (request, reply) => {
    const share = await shareOf(request);
    if (typeof share === "string" || !share.options.recordings) throw new CatalogError("NOT_FOUND");
    const { clientId } = share;
    const { takeId } = request.params;
    // only recordings that the brief shows can be played
    if (!hasTake(await storage.records.load(clientId), takeId)) throw new CatalogError("NOT_FOUND");
    return sendSound(dependencies, { clientId, takeId }, reply);
  });

  /** The share that the browser's cookie gives access to now; a wrong cookie counts as a guess. */
  async function shareOf(request: FastifyRequest): Promise<StoredShare | "again" | "over"> {
    const token = readCookie(request, COOKIE);
    if (token === undefined) return "again";
    throwIfLimited(await guesses.look(request));
    const share = await findShare(storage, token, clock());
    if (!share) await guesses.count(request);
    return share ?? "over";
  }

  async function briefFor(request: FastifyRequest, { clientId, options }: StoredShare) {
    const client = await storage.clients.find(clientId);
    // the client was erased in the meantime
    if (!client) throw new CatalogError("NOT_FOUND");
    const definition = definitionFor(request, await book.of(client.interview));
    const brief: Brief = sharedPart(await loadBrief({ storage, book, definition }, client), options);
    return { brief, language: definition.language };
  }

  function sendNotice(reply: FastifyReply, notice: SharedNotice): FastifyReply {
    reply.code(NOTICE_STATUS[notice]);
    return sendPage(
      reply,
      sharedNotice(notice, config, preferredLanguage(reply.request, offeredLanguages(book))),
    );
  }
}

function hasTake(stored: StoredRecord | undefined, takeId: string): boolean {
  return Object.values(stored?.record ?? {}).some(
    (entry) =>
      "responses" in entry && entry.responses.some((answer) => answer.id === takeId && hasRecording(answer)),
  );
}

const NOTICE_STATUS = { over: 410, again: 404, noPdf: 501 } as const;

function sendPage(reply: FastifyReply, { html, policy }: PublicPage): FastifyReply {
  reply.header("content-security-policy", policy).header("x-robots-tag", "noindex, nofollow");
  reply.header("vary", "accept-language, cookie");
  return reply.type(mediaTypes.html).send(html);
}

function soundAddress(takeId: string): string {
  return manageEndpoints.sharedAudio.path.replace(":takeId", takeId);
}

function dressOf({ recipient, managerName, madeAt, expiresAt, options }: StoredShare): SharedBriefOptions {
  return {
    recipient,
    managerName,
    madeAt: isoOf(madeAt),
    expiresAt: isoOf(expiresAt),
    pdfAddress: PDF_PATH,
    soundAddress: options.recordings ? soundAddress : undefined,
  };
}
