import { ANSWER_MAX_LENGTH } from "#contract/limits.ts";
import type { Answer } from "#contract/record/answer.ts";
import { PrivacyDetails } from "../../dictation/PrivacyDetails.tsx";
import type { Draft } from "../../draft/draft.ts";
import { useDraft, useDraftStore } from "../../draft/use-draft.ts";
import { t } from "../../translate.ts";
import { Button } from "../../ui/Button.tsx";
import styles from "./AnswerBoxFooter.module.css";
import { textOfBox } from "./use-box-text.ts";
import { useEnterChoice } from "./use-enter-choice.ts";
import type { TalkPrivacy } from "./use-talk-privacy.ts";

/** Below this number of characters left, the client sees the number. */
const LIMIT_NOTICE_CHARACTERS = 500;

type AnswerBoxFooterProps = {
  questionId: string;
  isEmpty: boolean;
  /** Whether the microphone is on for this box. */
  isOn: boolean;
  privacy: TalkPrivacy;
  /** Called when the answer's words are in the box again. */
  onKeepWriting: () => void;
};

/** The line below a box, with one message at a time. Its space is reserved, so nothing moves when a message appears. */
export function AnswerBoxFooter({ questionId, isEmpty, isOn, privacy, onKeepWriting }: AnswerBoxFooterProps) {
  const room = useDraft((state) => noticedRoom(textOfBox(state.draft, questionId)));
  const added = useDraft((state) => addedAnswer(state.draft, questionId));
  const { id, sentence, isShown } = privacy;
  const line = () => {
    if (room !== undefined) return <LimitNotice left={room} />;
    if (!isEmpty && !isOn) return <AddHint />;
    if (added && !isOn) return <AddedNotice answer={added} onKeepWriting={onKeepWriting} />;
    return isShown && <Privacy privacy={privacy} />;
  };
  const isPrivacy = isShown && room === undefined && (isOn || (isEmpty && !added));
  return (
    <div className={styles.line}>
      {line()}
      {/* the Talk button is always described by this sentence */}
      {!isPrivacy && (
        <span id={id} hidden>
          {sentence}
        </span>
      )}
      <span aria-live="polite" className="visually-hidden">
        {added && isEmpty && added.source === "typed" && t("answer.added")}
      </span>
    </div>
  );
}

function LimitNotice({ left }: { left: number }) {
  return (
    <p className={styles.limit} role="status">
      {t("answer.limit", { left })}
    </p>
  );
}

function AddHint() {
  const { addsLine } = useEnterChoice();
  return (
    <>
      <p className={styles.byKeys}>{t(addsLine ? "answer.ctrlEnter" : "answer.enter")}</p>
      <p className={styles.byTouch}>{t("answer.touch")}</p>
    </>
  );
}

type AddedNoticeProps = { answer: Answer; onKeepWriting: () => void };

/** Lets the client continue a sentence that became an answer too early. */
function AddedNotice({ answer, onKeepWriting }: AddedNoticeProps) {
  const { dispatch } = useDraftStore();
  const { questionId, id } = answer;
  const { offeredAt, choose } = useEnterChoice();
  return (
    <p className={styles.added}>
      {t("answer.added")}
      <Button
        variant="quiet"
        size="small"
        onClick={() => {
          dispatch({ type: "answer-continued", questionId, id });
          onKeepWriting();
        }}
      >
        {t("answer.keepWriting")}
      </Button>
      {offeredAt === questionId && (
        <span className={styles.byTouch}>
          <Button variant="quiet" size="small" onClick={() => choose(true)}>
            {t("tips.controls.choice")}
          </Button>
        </span>
      )}
    </p>
  );
}

function Privacy({ privacy: { id, sentence } }: { privacy: TalkPrivacy }) {
  return (
    <p>
      <span id={id}>{sentence}</span> <PrivacyDetails />
    </p>
  );
}

/** How many characters are left; undefined while there is plenty of room. */
function noticedRoom(text: string): number | undefined {
  const left = ANSWER_MAX_LENGTH - text.length;
  return left < LIMIT_NOTICE_CHARACTERS ? left : undefined;
}

/** The last answer made in this question's box, if it still exists. */
function addedAnswer(
  { added, answers }: Pick<Draft, "added" | "answers">,
  questionId: string,
): Answer | undefined {
  const id = Object.hasOwn(added, questionId) ? added[questionId] : undefined;
  return id === undefined ? undefined : answers.written[questionId]?.find((answer) => answer.id === id);
}
