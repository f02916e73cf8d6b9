import type { ClientSignIn } from "#contract/api/calls.ts";
import { t } from "../translate.ts";
import type { NewToast } from "../ui/feedback/toasts.ts";

/** What helpers have added since the client's last sign-in, one toast each. */
export function newsOfHelpers(helped: NonNullable<ClientSignIn["helped"]>): NewToast[] {
  return helped.map((news) => ({
    type: "info",
    title: t("helpers.news.title", news),
    message: t("helpers.news.text", news),
  }));
}
