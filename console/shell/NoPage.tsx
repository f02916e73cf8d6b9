import { Link } from "wouter";
import { t } from "../translate.ts";
import { PageTitle } from "../ui/PageTitle.tsx";

/** For an address that the console does not have, or not for this account. */
export function NoPage() {
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
