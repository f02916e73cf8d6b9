import { createStore } from "zustand/vanilla";
import type { Timers } from "./engine.ts";
import type { Availability, Speech } from "./recognizer.ts";

/** A browser may never answer (Brave did not); meanwhile its maker's service is used. */
const INSTALL_LIMIT_MS = 60_000;

export type Place = ReturnType<typeof createPlace>;

/** Where speech becomes text: on the device, where that is wished and ready, else where the browser does it. */
export function createPlace({ onDevice }: Speech, isWished: boolean, timers: Timers) {
  const store = createStore(() => ({ isOnDevice: false }));
  let availability: Availability = "unavailable";
  const limit = () => new Promise<false>((done) => timers.setTimeout(() => done(false), INSTALL_LIMIT_MS));

  async function find(): Promise<void> {
    availability = (await onDevice?.find().catch(() => undefined)) ?? "unavailable";
    store.setState({ isOnDevice: availability === "available" });
  }

  return {
    store,
    /** Asks the browser, once it is known what is to be heard. */
    find: async () => {
      if (isWished) await find();
    },

    /** Fetches what is missing; a press of the client's has to come before it. */
    async install(): Promise<void> {
      if (!onDevice || !availability.startsWith("download")) return;
      availability = "unavailable";
      const isInstalled = await Promise.race([onDevice.install().catch(() => false), limit()]);
      if (isInstalled) await find();
    },

    /** It has failed on the device; the browser's own way is left. */
    giveUpDevice(): void {
      availability = "unavailable";
      store.setState({ isOnDevice: false });
    },
  };
}
