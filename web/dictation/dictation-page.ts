/** What dictation needs to know about the page. */
export type DictationPage = {
  isVisible(): boolean;
  isOnline(): boolean;
  /** Whether the engine may be started without a press: on Android each start beeps. */
  mayRestart: boolean;
  /** Whether the page may use the microphone; undefined if the browser does not report it. */
  findPermission(): Promise<PermissionState | undefined>;
  /** Returns a function that stops watching. */
  onHidden(act: () => void): () => void;
};

export function dictationPage(window: Window): DictationPage {
  const { document, navigator } = window;
  const isVisible = () => document.visibilityState === "visible";
  return {
    isVisible,
    isOnline: () => navigator.onLine,
    mayRestart: !/Android/i.test(navigator.userAgent),
    async findPermission() {
      try {
        return (await navigator.permissions.query({ name: "microphone" })).state;
      } catch {
        // an older browser, or one that does not know this name
        return undefined;
      }
    },
    onHidden(act) {
      const watching = new AbortController();
      const onChange = () => {
        if (!isVisible()) act();
      };
      document.addEventListener("visibilitychange", onChange, { signal: watching.signal });
      return () => watching.abort();
    },
  };
}
