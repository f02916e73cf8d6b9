/** Ours, once it has arrived; until then headings have the fallback of where they stand. */
let serif: "own" | undefined;

/** Fetches the font. Where that fails, headings keep the fallback, which is as readable. */
export function fetchSerif(address: string): Promise<void> {
  const face = new FontFace("Firsthand Serif", `url(${address})`, { weight: "550" });
  return face.load().then(
    () => {
      document.fonts.add(face);
      serif = "own";
    },
    () => undefined,
  );
}

/** What a view that is painted now is written in. */
export function serifNow(): "own" | undefined {
  return serif;
}
