import type { Language } from "#contract/languages.ts";
import { t } from "../translate.ts";
import { rememberChoice } from "../ui/device-choices.ts";
import type { NewToast } from "../ui/feedback/toasts.ts";
import { showLanguage } from "./show-language.ts";

type ChooseLanguageOptions = {
  notify: (toast: NewToast) => void;
  /** Fetches what else must change, and returns a function that applies it; after a failure, nothing changes. */
  prepare?: () => Promise<() => void>;
};

/** Changes the language of this page, also after a reload, and of this device's next visit. */
export async function chooseLanguage(
  language: Language,
  { notify, prepare }: ChooseLanguageOptions,
): Promise<void> {
  try {
    const putInPlace = await prepare?.();
    await showLanguage(language);
    putInPlace?.();
  } catch {
    notify({ type: "error", title: t("language.failed.title"), message: t("language.failed.text") });
    return;
  }
  const address = new URL(location.href);
  address.searchParams.set("language", language);
  history.replaceState(history.state, "", address);
  rememberChoice("language", language).catch(() => undefined);
}
