const ADDRESS = "/sw.js";
/** A page that is never idle is stored for offline use after this time anyway. */
const IDLE_WITHIN_MS = 5_000;

/** TypeScript's DOM types lack Trusted Types, and the fact that an older Safari has no idle callback. */
type Browser = {
  trustedTypes?: {
    createPolicy(
      name: string,
      rules: { createScriptURL: () => string },
    ): { createScriptURL(text: ""): string };
  };
  requestIdleCallback?: (run: () => void, options: { timeout: number }) => void;
};

/** What a new version needs to know about the open page. */
type OpenPage = {
  /** Whether a reload takes nothing away from the client. */
  isIdle: () => boolean;
  reload: () => void;
};

/**
 * Stores the app on the device after the page has loaded (docs/decisions/0011-offline.md). Without the worker,
 * everything works online only.
 */
export function registerServiceWorker(page: OpenPage): void {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  // absent on plain http
  if (!import.meta.env.PROD || !workers) return;
  reloadWhereIdle(workers, page);
  const browser: Browser = window;
  const register = () => {
    // whatever address a script asks this policy for, it gets our worker's
    const policy = browser.trustedTypes?.createPolicy("firsthand", { createScriptURL: () => ADDRESS });
    workers.register(policy?.createScriptURL("") ?? ADDRESS).catch(() => {});
  };
  const whenIdle = () =>
    browser.requestIdleCallback
      ? browser.requestIdleCallback(register, { timeout: IDLE_WITHIN_MS })
      : setTimeout(register);
  // the page may have loaded already, if messages had to be fetched first
  if (document.readyState === "complete") whenIdle();
  else addEventListener("load", whenIdle);
}

/** Reloads an idle page for a new version. A page in use keeps its code until its next load. */
export function reloadWhereIdle(
  workers: Pick<ServiceWorkerContainer, "controller" | "addEventListener">,
  { isIdle, reload }: OpenPage,
): void {
  // the first worker on a device brings no newer version
  let isControlled = workers.controller !== null;
  workers.addEventListener("controllerchange", () => {
    if (isControlled && isIdle()) reload();
    isControlled = true;
  });
}
