/** What the provider does with recorded answers: does not offer them, keeps them, or also transcribes them. */
export const recordingOffers = ["none", "kept", "transcribed"] as const;
export type RecordingOffer = (typeof recordingOffers)[number];
