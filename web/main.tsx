import "./ui/tokens.css";
import "./ui/base.css";
import serif from "@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2?headings";
import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { type RecordingOffer, recordingOffers } from "#contract/interview/recording-offers.ts";
import { inEachLanguage, type Language, languages, offeredLanguage } from "#contract/languages.ts";
import words from "#contract/messages/client/en.json?compiled=first";
import { App } from "./App.tsx";
import { watchInstallOffer } from "./install-offer.ts";
import { type Interviews, readInterviews } from "./language/interviews.ts";
import { showLanguage } from "./language/show-language.ts";
import { createLazyBundle } from "./lazy-bundle.ts";
import { registerServiceWorker } from "./offline/register-service-worker.ts";
import { reloadWhenRestored } from "./session/kept-page.ts";
import type { Provider } from "./session/provider.ts";
import { createSession, type SessionStore } from "./session/session.ts";
import { createToasts } from "./ui/feedback/toasts.ts";
import { activateLanguage, addWords, currentLanguage } from "./ui/language/spoken-language.ts";
import { newId } from "./ui/new-id.ts";
import { fetchSerif } from "./ui/serif/serif.ts";

/** A value that the server wrote into the page for the app. */
function pageValue(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
}

function provider(interviews: Interviews): Provider {
  const value = (name: string) => pageValue(`firsthand-${name}`) ?? "";
  const address = (language: Language) => (interviews[language] ? `?language=${language}` : "");
  return {
    name: value("provider"),
    languages: inEachLanguage(address),
    minutes: value("minutes"),
    support: {
      email: value("support-email"),
      phone: value("support-phone"),
      dialed: value("support-dialed"),
      page: value("support-page"),
    },
  };
}

/** Without a value in the page, the provider takes no recordings. */
function recordingOffer(): RecordingOffer {
  const value = pageValue("firsthand-recording");
  return recordingOffers.find((offer) => offer === value) ?? "none";
}

/**
 * Whether a reload takes nothing away: no one has signed in since the page was opened, and there is no key, neither in
 * the field nor in the address nor being checked. After a refused key, the screen shows an error. A field that has the
 * focus after a press is about to be typed in.
 */
function isUntouched(session: SessionStore): boolean {
  const field = document.querySelector("#access-key:placeholder-shown:not([aria-invalid])");
  const isChosen = hasPressed && field === document.activeElement;
  return (
    field !== null &&
    !isChosen &&
    !location.hash.includes("key=") &&
    session.getState() === session.getInitialState()
  );
}

let hasPressed = false;

function watchPresses(): void {
  const note = () => {
    hasPressed = true;
  };
  for (const name of ["pointerdown", "keydown"]) addEventListener(name, note, { capture: true, once: true });
}

async function start(root: HTMLElement): Promise<void> {
  addWords("en", words);
  activateLanguage("en");
  // the page's language; if its messages cannot be fetched, English is better than nothing
  const language = offeredLanguage([document.documentElement.lang], languages);
  if (language !== "en") await showLanguage(language).catch(() => showLanguage("en"));
  const session = createSession();
  // fetched while the client types the key, to be there when the key is accepted
  const interview = createLazyBundle(() => import("./interview/interview-bundle.ts"));
  interview.start();
  const interviews = readInterviews(pageValue("firsthand-interviews") ?? "");
  const hash = interviews[currentLanguage()];
  // the questions too: they never change under their hash, so the browser caches them until they are needed
  if (hash) void interview.find().then((bundle) => bundle?.loadInterview(hash));
  const app = (
    <StrictMode>
      <App
        session={session}
        interview={interview}
        toasts={createToasts({ setTimeout, clearTimeout, newId })}
        provider={provider(interviews)}
        interviews={interviews}
        dictatesOnDevice={pageValue("firsthand-dictation") === "on-device"}
        recordingOffer={recordingOffer()}
      />
    </StrictMode>
  );
  // the build prerenders the access screen; in development the root is empty
  if (root.firstElementChild) hydrateRoot(root, app);
  else createRoot(root).render(app);
  // the font comes after everything that is needed to answer
  void interview.find().then(() => fetchSerif(serif));
  reloadWhenRestored(window);
  watchInstallOffer();
  watchPresses();
  registerServiceWorker({ isIdle: () => isUntouched(session), reload: () => location.reload() });
}

const root = document.getElementById("root");
if (root) void start(root);
