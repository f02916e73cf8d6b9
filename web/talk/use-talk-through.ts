import { useContext, useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { questionsOf } from "#contract/interview/interview.ts";
import type { Question } from "#contract/interview/question.ts";
import type { Dictation } from "../dictation/dictation.ts";
import { DictationContext } from "../dictation/use-dictation.ts";
import type { DraftStore } from "../draft/draft-store.ts";
import { useDraft, useDraftStore, useInterview } from "../draft/use-draft.ts";
import { unseenQuestions, withoutQuestions } from "../draft/visible-interview.ts";
import { createKeepAwake, findWakeLock } from "../keep-awake.ts";
import type { Takes } from "../takes/takes.ts";
import { useTakes } from "../takes/use-takes.ts";
import { currentLanguage } from "../ui/language/spoken-language.ts";
import { dictationEars, type Ears, recordingEars } from "./ears.ts";
import { createTalk, type Talk, type TalkSettings, type TalkSnapshot } from "./talk.ts";
import type { TalkHost } from "./talk-host.ts";
import { rememberedSettings } from "./talk-settings.ts";
import { createVoice, findSynthesis } from "./voice.ts";

const timers = {
  setTimeout: (run: () => void, afterMs: number) => setTimeout(run, afterMs),
  clearTimeout: (timer: unknown) => clearTimeout(timer as number | undefined),
};

type Microphones = { draft: DraftStore; takes: Takes; dictation: Dictation | undefined };

/** Recording comes first: recorded audio survives a crash, and no engine beeps. */
function earsOf({ draft, takes: { recording }, dictation }: Microphones): Ears[] {
  const canDictate = dictation && !dictation.store.getState().isDead;
  return [
    ...(recording ? [recordingEars({ recording, clock: Date.now })] : []),
    ...(canDictate ? [dictationEars({ dictation, draft, timers })] : []),
  ];
}

export type OpenTalk = { talk: Talk; ways: { reads: boolean; listens: boolean } };

/** "Talk it through", for as long as it is on the screen; undefined until it is ready. */
export function useTalkThrough({ isSpoken, isCovered, onClosed }: TalkHost): OpenTalk | undefined {
  const draft = useDraftStore();
  const takes = useTakes();
  const dictation = useContext(DictationContext);
  const [opened, setOpened] = useState<OpenTalk>();
  const covered = useRef(isCovered);
  useEffect(() => {
    const found = findSynthesis(window);
    const keepAwake = createKeepAwake({ request: findWakeLock(navigator), page: document });
    const ears = isSpoken ? earsOf({ draft, takes, dictation }) : [];
    const voice = found && createVoice({ ...found, timers });
    let isOver = false;
    const talk = createTalk({
      draft,
      ears,
      voice,
      settings: { readsAloud: true, isHandsFree: true },
      isSpoken,
      language: currentLanguage,
      timers,
      page: document,
      isCovered: () => covered.current,
      keepAwake: keepAwake.want,
      nudge: () => navigator.vibrate?.(NUDGE_MS),
      onClosed: (questionId) => {
        if (!isOver) onClosed(questionId);
      },
    });
    void rememberedSettings().then((settings) => {
      if (isOver) return;
      talk.change(settings);
      // "One at a time" has no voice that needs a press first, so it begins at once
      if (!isSpoken) void talk.begin({ ...settings, readsAloud: false });
      setOpened({ talk, ways: { reads: voice !== undefined, listens: ears.length > 0 } });
    });
    return () => {
      isOver = true;
      void talk.close().then(keepAwake.close);
    };
  }, [draft, takes, dictation, isSpoken, onClosed]);
  useEffect(() => {
    if (covered.current === isCovered) return;
    covered.current = isCovered;
    opened?.talk.tell(isCovered ? "interrupted" : "returned");
  }, [opened, isCovered]);
  return opened;
}

const NUDGE_MS = 30;

export function useTalkSnapshot(talk: Talk): TalkSnapshot {
  return useStore(talk.store);
}

export function useSettings(talk: Talk): TalkSettings {
  return useStore(talk.store, ({ settings }) => settings);
}

/** The current question, and its place among the questions that are asked, from 1. */
export function useQuestionAt(
  questionId: string | undefined,
): { question: Question; place: number; total: number } | undefined {
  const interview = useInterview();
  // joined to one string, so that a key in a box renders nothing here
  const unseen = useDraft((state) => unseenQuestions(state).join());
  const asked = questionsOf(withoutQuestions(interview, unseen.split(",")));
  const at = asked.findIndex(({ id }) => id === questionId);
  const question = asked[at];
  return question && { question, place: at + 1, total: asked.length };
}

const SILENT = createStore(() => ({ level: undefined as number | undefined }));

/** Writes the input level (`--level`, 0 to 1) to an element ten times a second, without rendering. */
export function useLevelOn(): (element: HTMLElement | null) => (() => void) | undefined {
  const store = useTakes().recording?.store ?? SILENT;
  const [write] = useState(() => (element: HTMLElement | null) => {
    if (!element) return undefined;
    return store.subscribe(({ level = 0 }) => {
      // loudness is not linear in amplitude
      element.style.setProperty("--level", Math.sqrt(level).toFixed(2));
    });
  });
  return write;
}
