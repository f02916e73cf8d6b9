/** The limit for entry names in an interview's definition. */
const MAX_LENGTH = 60;

/** A unique entry name made from a title: "Número de empleados" becomes "numero-de-empleados". */
export function entryNameOf(title: string, isTaken: (name: string) => boolean): string {
  const name = slugOf(title, MAX_LENGTH) || "question";
  if (isFree(name, isTaken)) return name;
  for (let count = 2; ; count++) {
    const counted = `${slugOf(title, MAX_LENGTH - String(count).length - 1) || "question"}-${count}`;
    if (isFree(counted, isTaken)) return counted;
  }
}

/** A property name that every object inherits would seem to be in any record. */
function isFree(name: string, isTaken: (name: string) => boolean): boolean {
  return !(name in {}) && !isTaken(name);
}

function slugOf(title: string, maxLength: number): string {
  const plain = title.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const words = plain.replace(/[^a-z0-9]+/g, "-");
  return words.slice(0, maxLength).replace(/^-+|-+$/g, "");
}
