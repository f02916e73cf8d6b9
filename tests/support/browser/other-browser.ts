import type { SoundServer } from "../service/sound-server.ts";

/** A browser that Playwright cannot drive as its distribution ships it, as far as a journey needs one. */
export type OtherBrowser = {
  /** With its version. */
  name: string;
  open(address: string): Promise<void>;
  /** With the mouse, in the middle of the element, once that is there. */
  press(xpath: string): Promise<void>;
  /** With the keyboard, a line end by Enter. */
  type(xpath: string, text: string): Promise<void>;
  /** An option of a select, by its value. */
  choose(xpath: string, value: string): Promise<void>;
  /** Calls a function in the page; it sees its argument and nothing of the test. */
  run<Value>(act: (argument: string) => Value, argument?: string): Promise<Value>;
  close(): Promise<void>;
};

/** With what the sound server offers; without one there is neither microphone nor loudspeaker. */
export type LaunchBrowser = (sound: SoundServer | undefined) => Promise<OtherBrowser>;

/** An element is waited for so long. */
export const ELEMENT_TIMEOUT_MS = 10_000;

/** Waits until an element has stopped moving: a click lands where the element was looked for. */
export async function untilStill(place: () => Promise<string>): Promise<void> {
  const end = performance.now() + ELEMENT_TIMEOUT_MS;
  let before = await place();
  for (;;) {
    const now = await place();
    if (now === before) return;
    if (performance.now() > end)
      throw new Error(`still moving after ${ELEMENT_TIMEOUT_MS} ms: ${before} → ${now}`);
    before = now;
  }
}
