import { useEffect } from "react";
import { useLanguage } from "../../web/ui/language/use-language.ts";
import { t } from "../translate.ts";

/** "Console · Brightside", whose last part the server writes into the page. */
function ownTitle(): string {
  const provider = document.querySelector<HTMLMetaElement>('meta[name="firsthand-provider"]')?.content;
  return `${t("shell.places")} · ${provider ?? ""}`;
}

/** Sets the title of the browser tab. */
export function usePageTitle(title: string): void {
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the console's own name depends on the language
  useEffect(() => {
    document.title = `${title} · ${ownTitle()}`;
    return () => {
      document.title = ownTitle();
    };
  }, [title, language]);
}
