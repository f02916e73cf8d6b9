import type { Page } from "@playwright/test";

declare global {
  interface Window {
    __room: {
      /** Plays a tone of this loudness, 0 to 1, from now on. */
      sound(loudness: number): void;
      /** The number of open microphones. */
      open(): number;
      /** The phone takes the microphone: for a call ("mute") or for good ("ended"). */
      take(how: "mute" | "ended"): void;
    };
  }
}

/**
 * A microphone in a room where the test makes the sounds, silent at first. The recorder and the meter are the browser's
 * own.
 */
export async function fakeRoom(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let loudness = 0;
    const rooms: { gain: GainNode; track: MediaStreamTrack }[] = [];
    navigator.mediaDevices.getUserMedia = async () => {
      const context = new AudioContext();
      await context.resume();
      const tone = context.createOscillator();
      const gain = context.createGain();
      const microphone = context.createMediaStreamDestination();
      gain.gain.value = loudness;
      tone.connect(gain).connect(microphone);
      tone.start();
      const [track] = microphone.stream.getAudioTracks();
      if (!track) throw new Error("There is no track");
      rooms.push({ gain, track });
      return microphone.stream;
    };
    const live = () => rooms.filter(({ track }) => track.readyState === "live");
    window.__room = {
      sound(wanted) {
        loudness = wanted;
        for (const { gain } of live()) gain.gain.value = wanted;
      },
      open: () => live().length,
      take(how) {
        for (const { track } of live()) {
          if (how === "ended") track.stop();
          track.dispatchEvent(new Event(how));
        }
      },
    };
  });
}

export const room = {
  /** Speaks; settles when the app has heard it. */
  async speak(page: Page): Promise<void> {
    await page.evaluate(() => window.__room.sound(0.5));
    await page.waitForFunction(() => {
      const ring = document.querySelector<HTMLElement>('[style*="--level"]');
      return Number(ring?.style.getPropertyValue("--level")) > 0.3;
    });
  },
  hush: (page: Page) => page.evaluate(() => window.__room.sound(0)),
  open: (page: Page) => page.evaluate(() => window.__room.open()),
  take: (page: Page, how: "mute" | "ended") => page.evaluate((each) => window.__room.take(each), how),
};
