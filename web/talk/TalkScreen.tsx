import type { ReactNode } from "react";
import { useStore } from "zustand";
import { useDraft } from "../draft/use-draft.ts";
import { t } from "../translate.ts";
import { Button } from "../ui/Button.tsx";
import { ProgressBar } from "../ui/feedback/ProgressBar.tsx";
import { Logo } from "../ui/Logo.tsx";
import { TalkAnnouncement } from "./TalkAnnouncement.tsx";
import { TalkCard } from "./TalkCard.tsx";
import { TalkControls } from "./TalkControls.tsx";
import { TalkFinished } from "./TalkFinished.tsx";
import styles from "./TalkScreen.module.css";
import { TalkStage } from "./TalkStage.tsx";
import { TalkStart } from "./TalkStart.tsx";
import { probeOf, questionOf, type Talk } from "./talk.ts";
import type { TalkHost } from "./talk-host.ts";
import { type OpenTalk, useQuestionAt, useTalkThrough } from "./use-talk-through.ts";

type TalkScreenProps = {
  host: TalkHost;
  /** Says which parts are saved. */
  saveState: ReactNode;
};

/** The interview, one question after another: asked aloud and answered by talking, or typed. */
export function TalkScreen({ host, saveState }: TalkScreenProps) {
  const opened = useTalkThrough(host);
  return (
    <div className={styles.screen}>
      {opened && <TalkContent opened={opened} host={host} saveState={saveState} />}
    </div>
  );
}

type TalkContentProps = TalkScreenProps & { opened: OpenTalk };

function TalkContent({ opened, host, saveState }: TalkContentProps) {
  const { talk, ways } = opened;
  const phase = useStore(talk.store, ({ state }) => state.phase);
  const questionId = useStore(talk.store, ({ state }) => questionOf(state));
  const probe = useStore(talk.store, ({ state }) => probeOf(state));
  const shown = useQuestionAt(questionId);
  const isByHand = phase === "typing" || phase === "choosing";
  return (
    <>
      <TalkHead talk={talk} host={host} saveState={saveState} shown={shown} />
      <main id="questions" className={styles.main} tabIndex={-1}>
        {phase === "start" && host.isSpoken && <TalkStart talk={talk} ways={ways} />}
        {phase === "finished" && <TalkFinished />}
        {shown && isByHand && <TalkCard key={questionId} question={shown.question} probe={probe} />}
        {shown && !isByHand && <TalkStage talk={talk} question={shown.question} />}
      </main>
      <TalkControls talk={talk} host={host} />
      <TalkAnnouncement talk={talk} shown={shown} />
    </>
  );
}

type TalkHeadProps = TalkScreenProps & { talk: Talk; shown: ReturnType<typeof useQuestionAt> };

function TalkHead({ talk, host, saveState, shown }: TalkHeadProps) {
  const { clientName, isSpoken, minutesLeft: minutes } = host;
  const percent = useDraft(({ completion }) => completion.percent);
  const leave = t(isSpoken ? "through.leave" : "one.leave");
  return (
    <header className={styles.head}>
      <div className={styles.names}>
        <Logo />
        <div>
          <h1 className={styles.title}>{t(isSpoken ? "menu.talk" : "menu.one")}</h1>
          <p className={styles.client}>{clientName}</p>
        </div>
      </div>
      <p className={styles.place}>
        {shown && <strong>{t("through.place", { place: shown.place, total: shown.total })}</strong>}
        {minutes > 0 && <span className={styles.minutes}>{t("sections.left", { minutes })}</span>}
      </p>
      <ProgressBar label={t("header.progress")} value={percent} />
      {saveState}
      <Button variant="quiet" icon="close" onClick={() => talk.tell("close")}>
        <span className={styles.leave}>{leave}</span>
      </Button>
    </header>
  );
}
