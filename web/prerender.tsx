import { renderToString } from "react-dom/server";
import { inEachLanguage, type Language } from "#contract/languages.ts";
import words from "#contract/messages/client/en.json?compiled=first";
import { App } from "./App.tsx";
import { learnLanguage } from "./language/show-language.ts";
import { createLazyBundle } from "./lazy-bundle.ts";
import { createSession } from "./session/session.ts";
import { t } from "./translate.ts";
import { createToasts } from "./ui/feedback/toasts.ts";
import { activateLanguage, addWords } from "./ui/language/spoken-language.ts";

/**
 * Renders the access screen as HTML in one language for the build; the server fills in the provider's values when it
 * starts.
 */
export async function prerender(language: Language): Promise<{ title: string; app: string }> {
  addWords("en", words);
  await learnLanguage(language);
  activateLanguage(language);
  return { title: `${t("app.title")} · {{providerName}}`, app: renderToString(<Page />) };
}

function Page() {
  return (
    <App
      session={createSession()}
      toasts={createToasts({ setTimeout: () => 0, clearTimeout: () => undefined, newId: () => "" })}
      interview={createLazyBundle(() => Promise.reject(new Error("The build shows no interview")))}
      provider={{
        name: "{{providerName}}",
        languages: inEachLanguage((language) => `{{language_${language}}}`),
        minutes: "{{minutes}}",
        support: {
          email: "{{supportEmail}}",
          phone: "{{supportPhone}}",
          dialed: "{{supportDialed}}",
          page: "{{supportPage}}",
        },
      }}
      interviews={{}}
      dictatesOnDevice={false}
      recordingOffer="none"
    />
  );
}
