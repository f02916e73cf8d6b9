/** Stars to look at; the words beside them say the same. */
export function drawStars(stars: number, max: number): string {
  return "★".repeat(stars) + "☆".repeat(Math.max(0, max - stars));
}
