/** The browser's offer to put the interview on the home screen; TypeScript's DOM types do not have this event. */
type InstallOffer = Event & { prompt(): Promise<unknown> };

let offer: InstallOffer | undefined;

/**
 * Keeps the browser's offer, which comes once, soon after the page loads. The browser's own bar would cover the first
 * question, so the menu offers instead.
 */
export function watchInstallOffer(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offer = event as InstallOffer;
  });
  addEventListener("appinstalled", () => {
    offer = undefined;
  });
}

/** Returns a function that shows the browser's dialog, once per offer; undefined if there is nothing to offer. */
export function installOffer(): (() => void) | undefined {
  const current = offer;
  if (!current) return undefined;
  return () => {
    offer = undefined;
    void current.prompt();
  };
}
