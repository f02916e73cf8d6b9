import { renderToString } from "react-dom/server";
import words from "#contract/messages/en.json?compiled=first";
import { App } from "./App.tsx";
import { createPart } from "./part.ts";
import { createSession } from "./session/session.ts";
import { speakEnglish } from "./translate.ts";
import { createToasts } from "./ui/toasts.ts";

/** The access screen as HTML, made by the build; the server fills in the provider's words when it starts. */
export function prerender(): string {
  speakEnglish(words);
  return renderToString(
    <App
      session={createSession()}
      toasts={createToasts({ setTimeout: () => 0, clearTimeout: () => undefined, newId: () => "" })}
      interview={createPart(() => Promise.reject(new Error("The build shows no interview")))}
      provider={{
        name: "{{providerName}}",
        minutes: "{{minutes}}",
        support: {
          email: "{{supportEmail}}",
          phone: "{{supportPhone}}",
          dialled: "{{supportDialled}}",
          page: "{{supportPage}}",
        },
      }}
      interviewHash={undefined}
      dictatesOnDevice={false}
      recordingOffer="none"
    />,
  );
}
