const ADDRESS = "/sw.js";
/** A page that is never idle is stored for offline use after this time anyway. */
const IDLE_WITHIN_MS = 5_000;

/** TypeScript's DOM does not know Trusted Types yet, nor that an older Safari has no idle callback. */
type Browser = {
  trustedTypes?: {
    createPolicy(
      name: string,
      rules: { createScriptURL: () => string },
    ): { createScriptURL(text: ""): string };
  };
  requestIdleCallback?: (run: () => void, options: { timeout: number }) => void;
};

/** The open page, as far as a new version is concerned. */
type OpenPage = {
  /** Whether a reload takes nothing away from anybody. */
  isIdle: () => boolean;
  reload: () => void;
};

/** Has the app kept on the device (decision 11), after the page's own loading; without it everything works, but online. */
export function registerServiceWorker(page: OpenPage): void {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  // absent on plain http
  if (!import.meta.env.PROD || !workers) return;
  reloadWhereIdle(workers, page);
  const browser: Browser = window;
  const register = () => {
    // whatever a script asks this policy for, it gets our worker
    const policy = browser.trustedTypes?.createPolicy("firsthand", { createScriptURL: () => ADDRESS });
    workers.register(policy?.createScriptURL("") ?? ADDRESS).catch(() => {});
  };
  const whenIdle = () =>
    browser.requestIdleCallback
      ? browser.requestIdleCallback(register, { timeout: IDLE_WITHIN_MS })
      : setTimeout(register);
  // in a language whose words are fetched first, the page may have been loaded before
  if (document.readyState === "complete") whenIdle();
  else addEventListener("load", whenIdle);
}

/** A page that is in use goes on with the code that it has; the new version comes with its next load. */
export function reloadWhereIdle(
  workers: Pick<ServiceWorkerContainer, "controller" | "addEventListener">,
  { isIdle, reload }: OpenPage,
): void {
  // the first worker of all brings no newer version
  let isControlled = workers.controller !== null;
  workers.addEventListener("controllerchange", () => {
    if (isControlled && isIdle()) reload();
    isControlled = true;
  });
}
