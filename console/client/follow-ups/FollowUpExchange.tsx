import type { ReactNode } from "react";
import type { QuestionChange } from "#contract/manage/answers/read-markers.ts";
import type { Client } from "#contract/manage/clients.ts";
import type { FollowUpEntry } from "#contract/manage/follow-ups.ts";
import { useClientMails } from "../../mail/use-mails.ts";
import { useMe } from "../../session/use-me.ts";
import { t } from "../../translate.ts";
import { Initials } from "../../ui/Initials.tsx";
import { RelativeTime } from "../../ui/time/RelativeTime.tsx";
import { AnswerList } from "../answers/AnswerList.tsx";
import { deliveryOf, type FollowUpRound } from "./exchange.ts";
import styles from "./FollowUpExchange.module.css";

type FollowUpExchangeProps = {
  client: Client;
  /** The question's title. */
  title: string;
  rounds: FollowUpRound[];
  change: QuestionChange | undefined;
  /** When the email with the last follow-up goes out; null if no email is waiting. */
  mailAt: string | null;
  /** Actions on the last follow-up while it waits for the client. */
  children: ReactNode;
};

/** The follow-ups to an answer and their outcomes, oldest first. */
export function FollowUpExchange({ client, title, rounds, change, mailAt, children }: FollowUpExchangeProps) {
  return (
    <ol className={styles.exchange} aria-label={t("followUp.list", { title })}>
      {rounds.map((round, place) => {
        const isLast = place === rounds.length - 1;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: follow-ups are only ever added at the end
          <li key={place} className={styles.round}>
            <FollowUpQuestion client={client} asked={round.asked} mailAt={isLast ? mailAt : null}>
              {isLast && round.end === undefined && children}
            </FollowUpQuestion>
            {round.end && <FollowUpOutcome client={client} round={round} end={round.end} change={change} />}
          </li>
        );
      })}
    </ol>
  );
}

type FollowUpQuestionProps = {
  client: Client;
  asked: FollowUpEntry;
  mailAt: string | null;
  children: ReactNode;
};

function FollowUpQuestion({ client, asked, mailAt, children }: FollowUpQuestionProps) {
  const { data: me } = useMe();
  const { data: sent } = useClientMails(client.clientId);
  const mails = sent?.pages.flatMap((page) => page.mails) ?? [];
  const delivery = mailAt === null ? deliveryOf(asked, mails, client.links) : undefined;
  const name = asked.managerName ?? t("followUp.somebody");
  const isMine = asked.managerId === me?.managerId;
  return (
    <div className={styles.asked}>
      <Initials id={asked.managerId ?? ""} name={name} />
      <div>
        <p className={styles.who}>
          <b>{isMine ? t("followUp.you") : <bdi>{t("followUp.asked-back", { name })}</bdi>}</b>{" "}
          <RelativeTime at={asked.at} never="" />
          {delivery &&
            ` · ${t(delivery === "opened" ? "followUp.delivery.opened" : "followUp.delivery.mailed")}`}
        </p>
        <p className={styles.text} dir="auto">
          {asked.text}
        </p>
        {mailAt !== null && (
          <p className={styles.who}>
            {t("followUp.mailAt")} <RelativeTime at={mailAt} never="" />
          </p>
        )}
        {children}
      </div>
    </div>
  );
}

type FollowUpOutcomeProps = {
  client: Client;
  round: FollowUpRound;
  end: FollowUpEntry;
  change: QuestionChange | undefined;
};

function FollowUpOutcome({ client, round: { replies }, end, change }: FollowUpOutcomeProps) {
  const theirs = end.kind === "answered" ? (client.contact ?? t("followUp.theClient")) : null;
  // a manager may have entered the reply for the client
  const name = end.managerName ?? theirs;
  return (
    <div className={styles.end}>
      <p className={styles.who}>
        <b>
          <bdi>{t(`followUp.${end.kind}`, { name: name ?? t("followUp.somebody") })}</bdi>
        </b>{" "}
        <RelativeTime at={end.at} never="" />
      </p>
      {end.kind === "answered" && replies.length === 0 && <p>{t("followUp.changedAbove")}</p>}
      <AnswerList clientId={client.clientId} answers={replies} change={change} />
    </div>
  );
}
