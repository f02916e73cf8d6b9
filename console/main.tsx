import "../web/ui/tokens.css";
import "../web/ui/base.css";
import "../web/ui/serif/serif.css";
import "./density.css";
import serif from "@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2?headings";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Router } from "wouter";
import { type Language, languages, offeredLanguage } from "#contract/languages.ts";
import words from "#contract/messages/console/en.json?compiled";
import { rememberedChoice } from "../web/ui/device-choices.ts";
import { addIcons } from "../web/ui/icon-paths.ts";
import { activateLanguage, addWords } from "../web/ui/language/spoken-language.ts";
import { moreIconPaths } from "../web/ui/more-icon-paths.ts";
import { fetchSerif } from "../web/ui/serif/serif.ts";
import { App } from "./App.tsx";
import { createQueries } from "./api/queries.ts";
import { createAnswerDrafts } from "./client/answer-for/answer-drafts.ts";
import { AnswerDraftsContext } from "./client/answer-for/use-answer-draft.ts";
import { draftCalls } from "./client/follow-ups/draft-calls.ts";
import { createFollowUpDrafts } from "./client/follow-ups/follow-up-drafts.ts";
import { FollowUpDraftsContext } from "./client/follow-ups/use-follow-up-draft.ts";
import { recallColumns } from "./clients/columns/use-device-columns.ts";
import { prefetchClients } from "./clients/use-clients.ts";
import { recallViewRoom } from "./clients/views/use-view-room.ts";
import { showLanguage } from "./language/show-language.ts";
import { createNoteDrafts } from "./notes/note-drafts.ts";
import { NoteDraftsContext } from "./notes/use-note-draft.ts";
import { takeLinkToken } from "./session/link-token.ts";
import { readSignInWays } from "./session/sign-in-ways.ts";
import { takeRefusal } from "./session/taken-refusal.ts";
import { meQuery } from "./session/use-me.ts";
import { recallLetters } from "./shortcuts/use-letters.ts";

async function start(root: HTMLElement): Promise<void> {
  addIcons(moreIconPaths);
  addWords("en", words);
  activateLanguage("en");
  const queries = createQueries();
  const linkToken = takeLinkToken(window);
  // fetches the signed-in manager and the list while the device's choices load
  void prefetch(queries, linkToken !== undefined);
  void fetchSerif(serif);
  // loaded before the first render, so that neither the list's columns nor the rail's layout change afterward
  const [language] = await Promise.all([wishedLanguage(), recallColumns(), recallViewRoom()]);
  if (language !== "en") await showLanguage(language).catch(() => undefined);
  void recallLetters();
  const providerName = document.querySelector<HTMLMetaElement>('meta[name="firsthand-provider"]')?.content;
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <Router base="/console">
          <NoteDraftsContext value={createNoteDrafts()}>
            <AnswerDraftsContext value={createAnswerDrafts()}>
              <FollowUpDraftsContext value={createFollowUpDrafts(draftCalls)}>
                <App
                  providerName={providerName ?? ""}
                  ways={readSignInWays(document)}
                  refusal={takeRefusal(window)}
                  linkToken={linkToken}
                />
              </FollowUpDraftsContext>
            </AnswerDraftsContext>
          </NoteDraftsContext>
        </Router>
      </QueryClientProvider>
    </StrictMode>,
  );
}

/** Without the list where a link may sign in a different manager. */
async function prefetch(queries: QueryClient, hasLink: boolean): Promise<void> {
  await queries.prefetchQuery(meQuery);
  const me = queries.getQueryData(meQuery.queryKey);
  if (me && !me.secondFactor.isDue && !hasLink) await prefetchClients(queries);
}

/** The language in the URL, else the one chosen on this device, else the browser's. */
async function wishedLanguage(): Promise<Language> {
  const asked = new URLSearchParams(location.search).get("language");
  const chosen = await rememberedChoice("language");
  return offeredLanguage([asked ?? "", chosen ?? "", ...navigator.languages], languages);
}

const root = document.getElementById("root");
if (root) void start(root);
