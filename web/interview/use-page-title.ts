import { useEffect } from "react";
import { t } from "../translate.ts";

/** Sets the page's title to what is open: "Website · Onboarding Interview · Brightside". */
export function usePageTitle(place: string, providerName: string): void {
  useEffect(() => {
    const whole = `${t("app.title")} · ${providerName}`;
    document.title = `${place} · ${whole}`;
    return () => {
      document.title = whole;
    };
  }, [place, providerName]);
}
