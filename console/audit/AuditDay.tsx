import { Link } from "wouter";
import type { CurrentManager } from "#contract/manage/accounts.ts";
import type { AuditLine } from "#contract/manage/audit.ts";
import { dateWords } from "../../web/ui/language/spoken-language.ts";
import { t } from "../translate.ts";
import { DescriptionList } from "../ui/DescriptionList.tsx";
import styles from "./AuditDay.module.css";
import { AuditNote } from "./AuditNote.tsx";
import { AuditSentence } from "./AuditSentence.tsx";
import { actorName, clientName } from "./audit-words.ts";
import { auditAddress } from "./use-audit-query.ts";

const DAY: Intl.DateTimeFormatOptions = { weekday: "long", day: "numeric", month: "long", year: "numeric" };
const CLOCK: Intl.DateTimeFormatOptions = { hour: "numeric", minute: "2-digit", second: "2-digit" };
const INSTANT: Intl.DateTimeFormatOptions = { dateStyle: "full", timeStyle: "long" };

/** The lines of one day, with times in the reader's time zone. */
export function AuditDay({ lines, me }: { lines: AuditLine[]; me: CurrentManager }) {
  const [{ at } = { at: "" }] = lines;
  const title = dateWords(new Date(at), DAY);
  return (
    <section aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      <ol className={styles.lines}>
        {lines.map((line) => (
          <Line key={line.eventId} line={line} me={me} />
        ))}
      </ol>
    </section>
  );
}

function Line({ line, me }: { line: AuditLine; me: CurrentManager }) {
  const { at } = line;
  const date = new Date(at);
  return (
    <li className={styles.line}>
      <time className={styles.clock} dateTime={at} title={dateWords(date, INSTANT)}>
        {dateWords(date, CLOCK)}
      </time>
      <div className={styles.said}>
        <AuditSentence line={line} />
        <AuditNote line={line} me={me} />
        <LineDetails line={line} />
      </div>
      <span className={styles.address}>
        <DeviceAndAddress line={line} />
      </span>
    </li>
  );
}

/** The device and the IP address; either may be unknown. */
function DeviceAndAddress({ line: { device, address } }: { line: AuditLine }) {
  return (
    <>
      {device !== null && <span className={styles.device}>{device}</span>}
      {address !== null && t("audit.address", { address })}
    </>
  );
}

/** The raw record, and links that filter for similar lines. */
function LineDetails({ line }: { line: AuditLine }) {
  const { kind, detail, keyId, requestId, clientId, actor } = line;
  const recorded: [string, string | null][] = [
    [t("audit.kind"), kind],
    [t("audit.detail"), detail],
    [t("audit.key"), keyId],
    [t("audit.request"), requestId],
  ];
  return (
    <details className={styles.more}>
      <summary>{t("audit.more")}</summary>
      {/* stored and sealed in English */}
      <DescriptionList
        lang="en"
        facts={recorded.flatMap(([name, value]) => (value === null ? [] : [[name, value]]))}
      />
      <div className={styles.only}>
        {clientId !== null && (
          <Link to={auditAddress({ client: clientId })}>
            {t("audit.onlyClient", { client: clientName(line) })}
          </Link>
        )}
        <Link to={auditAddress({ actor })}>{t("audit.onlyActor", { name: actorName(line) })}</Link>
      </div>
    </details>
  );
}
