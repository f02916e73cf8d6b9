import type { ProvidedFile } from "../interview-file/logo.ts";

/** From `web/public`; drawn to the edges, because each system crops icons in its own shape. */
const OWN_ICONS = [
  { src: "/favicon.svg", type: "image/svg+xml", sizes: "any" },
  { src: "/touch-icon.png", type: "image/png", sizes: "180x180" },
  { src: "/icon-512.png", type: "image/png", sizes: "512x512", purpose: "any maskable" },
];
/** The paper color of `web/ui/tokens.css`. */
const PAPER = "#faf6ef";

type ManifestValues = {
  providerName: string;
  /** A logo that fits a square; undefined if the provider has none. */
  icon: ProvidedFile | undefined;
};

/** The web app manifest: how the interview looks on a phone's home screen. */
export function manifestOf({ providerName, icon }: ManifestValues): string {
  const own = icon ? [{ src: icon.address, type: icon.type, sizes: "any" }] : [];
  return JSON.stringify({
    id: "/",
    name: providerName,
    short_name: providerName,
    start_url: "/",
    scope: "/",
    display: "standalone",
    background_color: PAPER,
    theme_color: PAPER,
    icons: [...own, ...OWN_ICONS],
  });
}
