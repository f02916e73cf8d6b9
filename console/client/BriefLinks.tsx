import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { Button } from "../../web/ui/Button.tsx";
import { addressOf } from "../api/call.ts";
import { t } from "../translate.ts";
import { Failure } from "../ui/Failure.tsx";
import styles from "./BriefLinks.module.css";
import { usePdf } from "./use-pdf.ts";

type BriefLinksProps = { clientId: string };

/** What is handed to the team that does the work. */
export function BriefLinks({ clientId }: BriefLinksProps) {
  const printing = usePdf(clientId);
  const brief = (format: string) => addressOf(manageEndpoints.brief, { clientId }, { format });
  return (
    <nav className={styles.links} aria-label={t("brief.label")}>
      <a className={styles.link} href={brief("html")} target="_blank" rel="noreferrer">
        {t("brief.open")}
      </a>
      <Button size="small" busy={printing.isPending} onClick={() => printing.mutate()}>
        {t("brief.pdf")}
      </Button>
      <a className={styles.link} href={brief("md")} download>
        {t("brief.markdown")}
      </a>
      <Failure error={printing.error} />
    </nav>
  );
}
