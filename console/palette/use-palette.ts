import { useEffect } from "react";
import { useStore } from "zustand";
import { type PaletteOffer, palette } from "./palette-store.ts";

export function usePaletteOpen(): boolean {
  return useStore(palette, ({ isOpen }) => isOpen);
}

export function useCurrentOffer(): PaletteOffer | undefined {
  return useStore(palette, ({ offer }) => offer);
}

/** Adds a page's actions to the palette while the page is mounted. */
export function usePaletteOffer(offer: PaletteOffer | undefined): void {
  useEffect(() => {
    palette.setState({ offer });
  });
  useEffect(() => () => palette.setState({ offer: undefined }), []);
}
