import "../web/ui/tokens.css";
import "../web/ui/base.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Router } from "wouter";
import words from "#contract/messages/console.json?compiled";
import { App } from "./App.tsx";
import { createQueries } from "./api/queries.ts";
import { createNoteDrafts } from "./notes/note-drafts.ts";
import { NoteDraftsContext } from "./notes/use-note-draft.ts";
import { takeLinkToken } from "./session/link-token.ts";
import { readSignInWays } from "./session/sign-in-ways.ts";
import { takeRefusal } from "./session/taken-refusal.ts";
import { speakEnglish } from "./translate.ts";

function start(root: HTMLElement): void {
  speakEnglish(words);
  const providerName = document.querySelector<HTMLMetaElement>('meta[name="firsthand-provider"]')?.content;
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={createQueries()}>
        <Router base="/console">
          <NoteDraftsContext value={createNoteDrafts()}>
            <App
              providerName={providerName ?? ""}
              ways={readSignInWays(document)}
              refusal={takeRefusal(window)}
              linkToken={takeLinkToken(window)}
            />
          </NoteDraftsContext>
        </Router>
      </QueryClientProvider>
    </StrictMode>,
  );
}

const root = document.getElementById("root");
if (root) start(root);
