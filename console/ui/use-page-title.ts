import { useEffect } from "react";
import { useLanguage } from "../../web/ui/language/use-language.ts";
import { t } from "../translate.ts";

/** "Console · Brightside", whose last part the server has written into the page. */
function ownTitle(): string {
  const provider = document.querySelector<HTMLMetaElement>('meta[name="firsthand-provider"]')?.content;
  return `${t("shell.places")} · ${provider ?? ""}`;
}

/** Names the tab for what it shows. */
export function usePageTitle(title: string): void {
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the console's own name is another one in another language
  useEffect(() => {
    document.title = `${title} · ${ownTitle()}`;
    return () => {
      document.title = ownTitle();
    };
  }, [title, language]);
}
