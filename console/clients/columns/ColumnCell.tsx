import type { ReactNode } from "react";
import type { ClientRow } from "#contract/manage/clients.ts";
import type { ClientColumn } from "#contract/manage/columns.ts";
import { type FieldValue, ownFieldId } from "#contract/manage/fields.ts";
import { numberWords } from "../../../web/ui/language/spoken-language.ts";
import { t } from "../../translate.ts";
import { Initials } from "../../ui/Initials.tsx";
import { ago } from "../../ui/time/ago.ts";
import { dueWords, firstName, managerWords, troubleWords, wholeDay, wholeInstant } from "../client-words.ts";
import { HappeningMark } from "../HappeningMark.tsx";
import { happeningOf } from "../happening.ts";
import styles from "./ColumnCell.module.css";

type ColumnCellProps = {
  column: ClientColumn;
  client: ClientRow;
  /** The title of the client's next question. */
  title: string | undefined;
  /** Epoch milliseconds. */
  now: number;
};

/** A row's cell in an optional or default column. */
export function ColumnCell({ column, client, title, now }: ColumnCellProps): ReactNode {
  switch (column) {
    case "progress":
      return <ProgressCell client={client} />;
    case "happening":
      return (
        <td>
          <HappeningMark happening={happeningOf(client, now, title)} title={troubleWords(client)} />
        </td>
      );
    case "contact":
      return <TextCell words={client.contact} />;
    case "email":
      return <TextCell words={client.email} />;
    case "phone":
      return <TextCell words={client.phone} />;
    case "website":
      return <TextCell words={client.website} />;
    case "external-id":
      return <TextCell words={client.externalId} />;
    case "tag":
      return <TagsCell client={client} />;
    case "due":
      return <DueCell client={client} now={now} />;
    case "activity":
      return <TimeAgoCell at={client.activeAt} now={now} />;
    case "added":
      return <TimeAgoCell at={client.addedAt} now={now} />;
    case "invited":
      return <TimeAgoCell at={client.invitedAt} now={now} />;
    case "submitted":
      return <TimeAgoCell at={client.submittedAt} now={now} />;
    case "manager":
      return <ManagerCell client={client} now={now} />;
    default:
      return <TextCell words={valueWords(client.fields?.[ownFieldId(column)], now)} />;
  }
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The value of a custom field. Dates are formatted. */
function valueWords(value: FieldValue | undefined, now: number): string | null {
  if (typeof value === "number") return numberWords(value);
  return value === undefined || !DAY.test(value) ? (value ?? null) : dueWords(value, now);
}

function ProgressCell({ client: { completed, total, percent } }: { client: ClientRow }) {
  return (
    <td>
      <span className={styles.progress}>
        <progress
          className={styles.bar}
          data-whole={percent === 100 ? "" : undefined}
          max={100}
          value={percent}
          aria-hidden="true"
        />
        <span aria-hidden="true">
          {completed}/{total}
        </span>
        <span className="visually-hidden">{t("clients.progress", { completed, total })}</span>
      </span>
    </td>
  );
}

/** Text as entered, with the full text on hover. */
function TextCell({ words }: { words: string | null }) {
  return <td title={words ?? undefined}>{words === null ? "—" : <bdi>{words}</bdi>}</td>;
}

function TagsCell({ client: { tags } }: { client: ClientRow }) {
  const [tag, ...more] = tags;
  return (
    <td title={tags.map(({ name }) => name).join(", ") || undefined}>
      {tag && <span className={styles.tag}>{tag.name}</span>}
      {more.length > 0 && <span className={styles.more}>+{more.length}</span>}
    </td>
  );
}

function DueCell({ client: { dueOn, flags }, now }: { client: ClientRow; now: number }) {
  return (
    <td className={styles.due} data-overdue={flags.includes("overdue") ? "" : undefined}>
      {dueOn === null ? (
        "—"
      ) : (
        <time dateTime={dueOn} title={wholeDay(dueOn)}>
          {dueWords(dueOn, now)}
        </time>
      )}
    </td>
  );
}

function TimeAgoCell({ at, now }: { at: string | null; now: number }) {
  return (
    <td className={styles.ago}>
      {at === null ? (
        "—"
      ) : (
        <time dateTime={at} title={wholeInstant(at)}>
          {ago(Date.parse(at), now, "short")}
        </time>
      )}
    </td>
  );
}

function ManagerCell({ client, now }: { client: ClientRow; now: number }) {
  const { managerId, managerName } = client;
  return (
    <td title={managerWords(client, now)}>
      {managerId !== null && managerName !== null ? (
        <span className={styles.manager}>
          <Initials id={managerId} name={managerName} />
          <bdi>{firstName(managerName)}</bdi>
        </span>
      ) : (
        "—"
      )}
    </td>
  );
}
