import { createStore } from "zustand/vanilla";
import type { DrawingName } from "../ui/drawings/drawing-paths.ts";

/** An action in the palette. */
export type PaletteAct = {
  id: string;
  name: string;
  drawing: DrawingName;
  letter?: string | undefined;
  run: () => void;
};

/** The actions that the current page adds to the palette. */
export type PaletteOffer = { title: string; acts: PaletteAct[] };

export const palette = createStore<{ isOpen: boolean; offer: PaletteOffer | undefined }>(() => ({
  isOpen: false,
  offer: undefined,
}));

export function openPalette(): void {
  palette.setState({ isOpen: true });
}

export function closePalette(): void {
  palette.setState({ isOpen: false });
}
