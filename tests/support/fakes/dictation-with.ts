import { vi } from "vitest";
import { type Boxes, createDictation } from "../../../web/dictation/dictation.ts";
import type { DictationPage } from "../../../web/dictation/dictation-page.ts";
import { createOnDeviceRecognition } from "../../../web/dictation/on-device-recognition.ts";
import type { Speech } from "../../../web/dictation/recognizer.ts";

const timers = {
  setTimeout: (act: () => void, afterMs: number) => setTimeout(act, afterMs),
  clearTimeout: (timer: unknown) => clearTimeout(timer as number),
};

/** A page that is visible and online, with an allowed microphone; a test may change any of these. */
function fakePage(permission: PermissionState | undefined) {
  const watching = new Set<() => void>();
  const state = {
    isVisible: true,
    isOnline: true,
    mayRestart: true,
  };
  const page: DictationPage = {
    isVisible: () => state.isVisible,
    isOnline: () => state.isOnline,
    get mayRestart() {
      return state.mayRestart;
    },
    findPermission: async () => permission,
    onHidden(act) {
      watching.add(act);
      return () => watching.delete(act);
    },
  };
  const hide = () => {
    state.isVisible = false;
    for (const act of watching) act();
  };
  return { page, state, hide, isWatched: () => watching.size > 0 };
}

export type DictationOptions = {
  boxes?: { [questionId: string]: string };
  phrases?: string[];
  isOnDeviceWished?: boolean;
  /** The microphone's permission; granted if left out. */
  permission?: PermissionState | undefined;
};

/** Dictation into boxes that are plain strings, over Vitest's fake timers. */
export function dictationWith(speech: Speech, options: DictationOptions = {}) {
  const { boxes = {}, phrases = [], isOnDeviceWished = false } = options;
  const page = fakePage("permission" in options ? options.permission : "granted");
  /** Each submitted answer, with the heard text if it differs. */
  const submitted: [questionId: string, text: string, heard?: string][] = [];
  const asBoxes: Boxes = {
    read: (questionId) => boxes[questionId] ?? "",
    write(questionId, text) {
      boxes[questionId] = text;
    },
    submit(questionId, heard) {
      const text = boxes[questionId] ?? "";
      submitted.push(heard === undefined ? [questionId, text] : [questionId, text, heard]);
      boxes[questionId] = "";
    },
  };
  const place = createOnDeviceRecognition(speech, isOnDeviceWished, timers);
  const dictation = createDictation({
    speech,
    place,
    boxes: asBoxes,
    page: page.page,
    timers,
    clock: Date.now,
    phrases,
  });
  /** Lets the browser's pending answers arrive and moves the time. */
  const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
  return { ...dictation, place, page, boxes, submitted, pass, state: () => dictation.store.getState() };
}
