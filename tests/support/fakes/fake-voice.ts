import type { Page } from "@playwright/test";

type Manners = {
  /** Languages with a voice on the device; empty if the device has no voice. */
  local?: string[];
  /** Languages of voices that need a server, which our pages must not use. */
  remote?: string[];
  /** The delay in milliseconds from the page until the voices are there. */
  comesAfterMs?: number;
  /** False: an utterance never ends, as with some engines. */
  ends?: boolean;
  msPerCharacter?: number;
};

declare global {
  interface Window {
    /** The texts that were read aloud, in order. */
    __spoken: string[];
    /** Whether the voice is speaking now. */
    __isSpeaking: () => boolean;
  }
}

/**
 * Replaces the browser's voice. It is strict: words without a local voice, more than 200 characters at once, a second
 * utterance before the first has ended, `pause`, and words while the microphone is open are console errors.
 */
export async function fakeVoice(page: Page, manners: Manners = {}): Promise<void> {
  await page.addInitScript(
    ({ local = ["en-US"], remote = [], comesAfterMs = 0, ends = true, msPerCharacter = 5 }: Manners) => {
      const voices = [
        ...local.map((lang) => ({ lang, localService: true, default: false, name: lang, voiceURI: lang })),
        ...remote.map((lang) => ({ lang, localService: false, default: true, name: lang, voiceURI: lang })),
      ] as SpeechSynthesisVoice[];
      const opened = Date.now();
      const tracks: MediaStreamTrack[] = [];
      const { mediaDevices } = navigator;
      const open = mediaDevices?.getUserMedia.bind(mediaDevices);
      if (open)
        mediaDevices.getUserMedia = async (wanted) => {
          const stream = await open(wanted);
          tracks.push(...stream.getTracks());
          return stream;
        };
      window.__spoken = [];
      let current: { utterance: SpeechSynthesisUtterance; timer: number } | undefined;
      window.__isSpeaking = () => current !== undefined;
      const fault = (what: string) => console.error(`The voice: ${what}`);
      class Synthesis extends EventTarget {
        getVoices() {
          return Date.now() - opened >= comesAfterMs ? voices : [];
        }
        speak(utterance: SpeechSynthesisUtterance) {
          if (utterance.text === "") return;
          const isOpen = tracks.some(({ readyState }) => readyState === "live");
          const faults: [isThere: boolean, what: string][] = [
            [current !== undefined, "speaks already"],
            [!utterance.voice?.localService, "would send words to a server"],
            [utterance.text.length > 200, "would break off"],
            [isOpen, "speaks into an open microphone"],
          ];
          for (const [isThere, what] of faults) if (isThere) fault(what);
          window.__spoken.push(utterance.text);
          const end = () => {
            current = undefined;
            utterance.onend?.(new Event("end") as SpeechSynthesisEvent);
          };
          const timer = window.setTimeout(ends ? end : () => {}, utterance.text.length * msPerCharacter);
          current = { utterance, timer };
        }
        cancel() {
          if (!current) return;
          const { utterance, timer } = current;
          clearTimeout(timer);
          current = undefined;
          setTimeout(() => utterance.onerror?.(new Event("error") as SpeechSynthesisErrorEvent));
        }
        pause() {
          fault("was paused");
        }
      }
      class Utterance {
        voice: SpeechSynthesisVoice | null = null;
        lang = "";
        onend = null;
        onerror = null;
        text: string;
        constructor(text: string) {
          this.text = text;
        }
      }
      const synthesis = new Synthesis();
      if (comesAfterMs > 0)
        setTimeout(() => synthesis.dispatchEvent(new Event("voiceschanged")), comesAfterMs);
      Object.defineProperty(window, "speechSynthesis", { value: synthesis });
      Object.defineProperty(window, "SpeechSynthesisUtterance", { value: Utterance });
    },
    manners,
  );
}

/** A browser that cannot read aloud. */
export async function noVoice(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const name of ["speechSynthesis", "SpeechSynthesisUtterance"])
      Object.defineProperty(window, name, { value: undefined });
  });
}
