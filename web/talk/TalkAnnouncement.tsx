import type { Question } from "#contract/interview/question.ts";
import { t } from "../translate.ts";
import { askedWords, probeOf, type Talk, type TalkSnapshot } from "./talk.ts";
import { useTalkSnapshot } from "./use-talk-through.ts";

type QuestionPosition = { question: Question; place: number; total: number };
type TalkAnnouncementProps = { talk: Talk; shown: QuestionPosition | undefined };

/** What screen readers announce in each state, with the question if no voice reads it. */
export function TalkAnnouncement({ talk, shown }: TalkAnnouncementProps) {
  const view = useTalkSnapshot(talk);
  return (
    <p role="status" className="visually-hidden">
      {sentenceOf(view, shown)}
    </p>
  );
}

function sentenceOf(
  { state, isReading, keptSeconds }: TalkSnapshot,
  shown: QuestionPosition | undefined,
): string {
  const place = shown ? t("through.place", { place: shown.place, total: shown.total }) : "";
  switch (state.phase) {
    case "asking":
      return place;
    case "typing":
    case "choosing":
      return `${place}. ${shown?.question.title}`;
    case "listening": {
      const listening = t("through.state.listening");
      return isReading || !shown
        ? listening
        : `${place}. ${askedWords(shown.question, probeOf(state))} ${listening}`;
    }
    case "quiet":
      return t("through.state.quiet");
    case "kept":
      return t("through.got");
    case "paused":
      return keptSeconds === undefined
        ? t("through.paused")
        : t("through.pausedKept", { seconds: keptSeconds });
    case "interrupted":
      return t("through.interrupted");
    case "finished":
      return t("through.finished.title");
    default:
      return "";
  }
}
