/** The browser offers to put the interview on the home screen; TypeScript's DOM does not know this event. */
type InstallOffer = Event & { prompt(): Promise<unknown> };

let offer: InstallOffer | undefined;

/** The browser offers once, soon after the page loads. Its own bar would lie over the first question: the menu offers instead. */
export function watchInstallOffer(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offer = event as InstallOffer;
  });
  addEventListener("appinstalled", () => {
    offer = undefined;
  });
}

/** Shows the browser's own dialog, which each offer can do once; undefined where there is nothing to offer. */
export function installOffer(): (() => void) | undefined {
  const current = offer;
  if (!current) return undefined;
  return () => {
    offer = undefined;
    void current.prompt();
  };
}
