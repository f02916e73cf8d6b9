/** "own" once our font has loaded; until then, headings use the fallback font. */
let serif: "own" | undefined;

/** Fetches the font. If that fails, headings keep the fallback, which is as readable. */
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

/** The heading font for a view that is painted now. */
export function serifNow(): "own" | undefined {
  return serif;
}
