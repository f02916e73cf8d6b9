type KeptPage = Pick<Window, "addEventListener" | "document" | "location">;

/**
 * A browser may keep a page that the client has left, and show it again, still signed in, to anyone who presses Back.
 * This hides the page when it is left and reloads it when it comes back: as after a reload, the key is asked for.
 */
export function reloadWhenRestored(page: KeptPage): void {
  page.addEventListener("pagehide", ({ persisted }) => {
    if (persisted) page.document.body.hidden = true;
  });
  page.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) page.location.reload();
  });
}
