/** Stars as decoration; the text beside them says the same. */
export function drawStars(stars: number, max: number): string {
  return "★".repeat(stars) + "☆".repeat(Math.max(0, max - stars));
}
