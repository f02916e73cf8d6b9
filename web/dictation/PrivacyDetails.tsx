import { t } from "../translate.ts";

/** Links from a sentence about who hears the client to the privacy policy. */
export function PrivacyDetails() {
  return (
    <a
      href="/privacy"
      target="_blank"
      rel="noreferrer"
      aria-label={`${t("talk.details")}: ${t("tips.policy")}`}
    >
      {t("talk.details")}
    </a>
  );
}
