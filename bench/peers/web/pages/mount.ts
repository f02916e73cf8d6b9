import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";

/** Renders into the page's root. */
export function mount(app: ReactNode): void {
  const root = document.getElementById("root");
  if (root) createRoot(root).render(app);
}
