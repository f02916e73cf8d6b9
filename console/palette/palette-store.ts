import { createStore } from "zustand/vanilla";
import type { DrawingName } from "../ui/drawing-paths.ts";

/** Something that can be done from the palette. */
export type PaletteAct = {
  id: string;
  name: string;
  drawing: DrawingName;
  letter?: string | undefined;
  run: () => void;
};

/** What the page of the moment offers beside places and clients. */
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
