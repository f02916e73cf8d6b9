import { useCallback } from "react";
import { useStore } from "zustand";
import { t } from "../translate.ts";
import { Button } from "../ui/Button.tsx";
import styles from "./TalkControls.module.css";
import { TalkIcon } from "./TalkIcon.tsx";
import type { Talk } from "./talk.ts";
import type { TalkHost } from "./talk-host.ts";
import type { TalkState } from "./talk-machine.ts";
import { useTalkKeys } from "./use-talk-keys.ts";
import { useSettings } from "./use-talk-through.ts";

type TalkControlsProps = { talk: Talk; host: TalkHost };

/** The buttons in every state. The primary button is the same element in each, so that it keeps the focus. */
export function TalkControls({ talk, host }: TalkControlsProps) {
  const { isSpoken, onReview } = host;
  const phase = useStore(talk.store, ({ state }) => state.phase);
  const { isHandsFree } = useSettings(talk);
  const goOn = useCallback(() => {
    const { state } = talk.store.getState();
    // a dialog was closed, or the page is visible again
    if (state.phase === "interrupted") talk.tell("returned");
    talk.tell(talk.store.getState().state.phase === "paused" ? "continued" : "done");
  }, [talk]);
  const isOver = phase === "finished";
  useTalkKeys(talk, phase === "start" ? undefined : isOver ? onReview : goOn);
  if (phase === "start" || phase === "closed") return null;
  const isResting = phase === "paused" || phase === "interrupted";
  const isByHand = phase === "typing" || phase === "choosing";
  return (
    <div className={styles.controls} data-by-hand={isByHand ? "" : undefined}>
      <div className={styles.ways}>
        <Button icon="arrow-left" onClick={() => talk.tell("back")}>
          <span className={styles.words}>{t("through.back")}</span>
        </Button>
        {isSpoken && !isOver && (
          <>
            <Button onClick={() => talk.tell("again")}>
              <TalkIcon name="again" />
              {t("through.again")}
            </Button>
            {!isByHand && (
              <Button aria-disabled={isResting} onClick={() => talk.tell("pause")}>
                <TalkIcon name="pause" />
                {t("through.pause")}
              </Button>
            )}
            {!isByHand && (
              <Button onClick={() => talk.tell("skip")}>
                <TalkIcon name="skip" />
                {t("through.skip")}
              </Button>
            )}
          </>
        )}
        {!isSpoken && !isOver && <SaveSubmitButtons host={host} />}
      </div>
      <Button
        variant="primary"
        data-filling={phase === "quiet" && isHandsFree ? "" : undefined}
        onClick={isOver ? onReview : goOn}
      >
        {t(wordsOf(phase))}
      </Button>
    </div>
  );
}

function SaveSubmitButtons({ host: { saving, onSave, onSubmit } }: { host: TalkHost }) {
  return (
    <>
      <Button icon="save" busy={saving === "save"} onClick={onSave}>
        {t("header.save")}
      </Button>
      <Button icon="send" busy={saving === "submit"} onClick={onSubmit}>
        {t("header.submit")}
      </Button>
    </>
  );
}

function wordsOf(phase: TalkState["phase"]) {
  switch (phase) {
    case "asking":
      return "through.answer";
    case "paused":
    case "interrupted":
      return "through.continue";
    case "typing":
    case "choosing":
    case "kept":
      return "through.next";
    case "finished":
      return "header.review";
    default:
      return "through.done";
  }
}
