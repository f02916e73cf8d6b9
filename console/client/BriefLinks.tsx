import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { Button } from "../../web/ui/Button.tsx";
import { spoken } from "../../web/ui/language/spoken-language.ts";
import { addressOf } from "../api/call.ts";
import { t } from "../translate.ts";
import { Failure } from "../ui/Failure.tsx";
import { FileLink } from "../ui/FileLink.tsx";
import styles from "./BriefLinks.module.css";
import { usePdf } from "./use-pdf.ts";

type BriefLinksProps = { clientId: string };

/** What is handed to the team that does the work. */
export function BriefLinks({ clientId }: BriefLinksProps) {
  const printing = usePdf(clientId);
  const brief = (format: "html" | "md" | "json") =>
    addressOf(manageEndpoints.brief, { params: { clientId }, query: { format, language: spoken() } });
  return (
    <nav className={styles.links} aria-label={t("brief.label")}>
      <FileLink href={brief("html")} opens>
        {t("brief.open")}
      </FileLink>
      <Button size="small" busy={printing.isPending} onClick={() => printing.mutate()}>
        {t("brief.pdf")}
      </Button>
      <FileLink href={brief("md")}>{t("brief.markdown")}</FileLink>
      <FileLink href={brief("json")}>{t("brief.json")}</FileLink>
      <Failure error={printing.error} />
    </nav>
  );
}
