import { createStore } from "zustand/vanilla";
import type { Timers } from "./engine.ts";
import type { Availability, Speech } from "./recognizer.ts";

/** A browser may never answer (Brave did not); meanwhile its vendor's service is used. */
const INSTALL_LIMIT_MS = 60_000;

export type OnDeviceRecognition = ReturnType<typeof createOnDeviceRecognition>;

/** Where speech becomes text: on the device if that is wanted and ready, or else wherever the browser does it. */
export function createOnDeviceRecognition({ onDevice }: Speech, isWished: boolean, timers: Timers) {
  const store = createStore(() => ({ isOnDevice: false }));
  let availability: Availability = "unavailable";
  const limit = () => new Promise<false>((done) => timers.setTimeout(() => done(false), INSTALL_LIMIT_MS));

  async function find(): Promise<void> {
    availability = (await onDevice?.find().catch(() => undefined)) ?? "unavailable";
    store.setState({ isOnDevice: availability === "available" });
  }

  return {
    store,
    /** Asks the browser whether it can recognize on the device. Call this once the language is known. */
    find: async () => {
      if (isWished) await find();
    },

    /**
     * Downloads what recognition on the device needs. Browsers allow this only after the client has pressed something.
     */
    async install(): Promise<void> {
      if (!onDevice || !availability.startsWith("download")) return;
      availability = "unavailable";
      const isInstalled = await Promise.race([onDevice.install().catch(() => false), limit()]);
      if (isInstalled) await find();
    },

    /** Recognition on the device has failed, so the browser's own way is used from now on. */
    giveUpDevice(): void {
      availability = "unavailable";
      store.setState({ isOnDevice: false });
    },
  };
}
