import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { addressOf } from "../api/call.ts";
import { type MessageId, t } from "../translate.ts";
import styles from "./BriefLinks.module.css";

type BriefLinksProps = { clientId: string };

/** What is handed to the team that does the work. */
export function BriefLinks({ clientId }: BriefLinksProps) {
  const brief = (format: string) => addressOf(manageEndpoints.brief, { clientId }, { format });
  return (
    <nav className={styles.links} aria-label={t("brief.label")}>
      <a className={styles.link} href={brief("html")} target="_blank" rel="noreferrer">
        {t("brief.open")}
      </a>
      <File name="brief.pdf" address={brief("pdf")} />
      <File name="brief.markdown" address={brief("md")} />
    </nav>
  );
}

function File({ name, address }: { name: MessageId; address: string }) {
  return (
    <a className={styles.link} href={address} download>
      {t(name)}
    </a>
  );
}
