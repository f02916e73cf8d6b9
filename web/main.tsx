import "./ui/tokens.css";
import "./ui/base.css";
import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { App } from "./App.tsx";
import { createPart } from "./part.ts";
import { createSession } from "./session/session.ts";
import { speakEnglish } from "./translate.ts";
import { createToasts } from "./ui/toasts.ts";

/** What the server wrote into the page for the app. */
function pageValue(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
}

function start(root: HTMLElement): void {
  speakEnglish();
  // fetched while the key is being typed, so that it is there when the key is right
  const interview = createPart(() => import("./interview/InterviewApp.tsx"));
  interview.start();
  const app = (
    <StrictMode>
      <App
        session={createSession()}
        interview={interview}
        toasts={createToasts({ setTimeout, clearTimeout, newId: () => crypto.randomUUID() })}
        providerName={pageValue("firsthand-provider") ?? ""}
        interviewHash={pageValue("firsthand-interview")}
      />
    </StrictMode>
  );
  // the build leaves the access screen in the page; while developing it is empty
  if (root.firstElementChild) hydrateRoot(root, app);
  else createRoot(root).render(app);
}

const root = document.getElementById("root");
if (root) start(root);
