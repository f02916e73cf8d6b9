import { vi } from "vitest";
import type { Microphone, MicrophoneFailure, OpenMicrophone, TakeSink } from "../../../web/takes/recorder.ts";

/**
 * A microphone that hears what the test says. Strict: it allows one open microphone at a time, and no audio after the
 * end.
 */
export function fakeMicrophone() {
  let sink: TakeSink | undefined;
  let level: number | undefined = 0.5;
  let failure: MicrophoneFailure | undefined;
  let onLost = () => {};
  let isOpen = false;
  let answersStop = true;
  const open = vi.fn<OpenMicrophone>();

  const current = (): TakeSink => {
    if (!sink) throw new Error("Nothing is being recorded");
    return sink;
  };
  function end(): void {
    const ending = current();
    sink = undefined;
    ending.onEnd();
  }

  const microphone: Microphone = {
    level: () => level,
    record(next) {
      if (!isOpen) throw new Error("The microphone is off");
      sink = next;
      return () => {
        // a real recorder ends a little later, never inside the call, and each at its own time
        if (answersStop)
          queueMicrotask(() => {
            if (sink === next) sink = undefined;
            next.onEnd();
          });
      };
    },
    close() {
      isOpen = false;
    },
  };
  open.mockImplementation(async (lost) => {
    await Promise.resolve();
    if (failure) return { ok: false, cause: failure };
    if (isOpen) throw new Error("A second microphone was opened");
    isOpen = true;
    onLost = lost;
    return { ok: true, microphone };
  });

  return {
    open,
    isOn: () => isOpen,
    hear: (text: string, mimeType = "audio/webm;codecs=opus") =>
      current().onChunk(new Blob([text]), mimeType),
    /** Ends the recorder without a stop. */
    end,
    lose: () => onLost(),
    setLevel: (next: number | undefined) => {
      level = next;
    },
    fail: (cause: MicrophoneFailure | undefined) => {
      failure = cause;
    },
    /** Makes the recorder never report its end. */
    ignoreStop: () => {
      answersStop = false;
    },
  };
}
