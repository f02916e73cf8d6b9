import type { SoundServer } from "../service/sound-server.ts";

/** The parts that a journey needs of a browser that Playwright cannot drive in its distributed form. */
export type OtherBrowser = {
  /** The browser's name with its version. */
  name: string;
  open(address: string): Promise<void>;
  /** Clicks the middle of the element with the mouse once the element is there. */
  press(xpath: string): Promise<void>;
  /** Types with the keyboard; a line end presses Enter. */
  type(xpath: string, text: string): Promise<void>;
  /** Chooses an option of a select by its value. */
  choose(xpath: string, value: string): Promise<void>;
  /** Calls a function in the page; the function sees only its argument and nothing of the test. */
  run<Value>(act: (argument: string) => Value, argument?: string): Promise<Value>;
  close(): Promise<void>;
};

/** Launches the browser with the sound server's devices; without a server it has neither microphone nor loudspeaker. */
export type LaunchBrowser = (sound: SoundServer | undefined) => Promise<OtherBrowser>;

/** How long to wait for an element. */
export const ELEMENT_TIMEOUT_MS = 10_000;

/** Waits until an element has stopped moving, since a click lands where the element was found. */
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
