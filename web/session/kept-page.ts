type KeptPage = Pick<Window, "addEventListener" | "document" | "location">;

/**
 * A browser may keep a page that is left and show it again, signed in as it was, to anyone who presses Back. So what it
 * says goes as it is left, and it is loaded anew when it comes back: like after a reload, the key is asked for.
 */
export function loadAnewWhenBack(page: KeptPage): void {
  page.addEventListener("pagehide", ({ persisted }) => {
    if (persisted) page.document.body.hidden = true;
  });
  page.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) page.location.reload();
  });
}
