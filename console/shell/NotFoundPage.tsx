import { Link } from "wouter";
import { t } from "../translate.ts";
import { PageTitle } from "../ui/PageTitle.tsx";

/** Shown for a URL that does not exist or is not available to this account. */
export function NotFoundPage() {
  return (
    <>
      <PageTitle title={t("shell.noPage")} />
      <p>{t("shell.noPageWhy")}</p>
      <p>
        <Link to="/">{t("shell.noPageBack")}</Link>
      </p>
    </>
  );
}
