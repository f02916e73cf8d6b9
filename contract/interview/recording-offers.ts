/** What the provider does with recorded answers, as the page tells: nothing, keep them, or write them down too. */
export const recordingOffers = ["none", "kept", "transcribed"] as const;
export type RecordingOffer = (typeof recordingOffers)[number];
