import { isMap, isNode, LineCounter, type Node, parseDocument } from "yaml";

/** `line` and `column` start at 1. */
export type Place = { line: number; column: number };
export type Path = readonly PropertyKey[];
export type Problem = Place & { message: string };

/** A parsed file, with the position of each part in its text. */
export type YamlText = { value: unknown; placeOf: (path: Path) => Place; keyPlace: (path: Path) => Place };

/** Parses YAML; returns its problems instead if there are any. */
export function parseYaml(text: string): YamlText | Problem[] {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  if (document.errors.length > 0)
    return document.errors.map(({ message, pos: [start] }) => ({ ...placeAt(start), message }));
  const placeOf = (path: Path): Place => placeAt(startOf(nearest(document, path)));
  /** The position of the name before a value. */
  const keyPlace = (path: Path): Place => {
    const holder = nearest(document, path.slice(0, -1));
    const pair = isMap(holder) && holder.items.find(({ key }) => String(key) === String(path.at(-1)));
    return pair && isNode(pair.key) ? placeAt(startOf(pair.key)) : placeOf(path);
  };
  try {
    return { value: document.toJS(), placeOf, keyPlace };
  } catch {
    // aliases that expand each other without end
    return [{ line: 1, column: 1, message: "Too many aliases (*name)" }];
  }
}

type Document = ReturnType<typeof parseDocument>;

/** The node at the path; if it is missing, the nearest node above it. */
function nearest(document: Document, path: Path): Node | null {
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node)) return node;
  }
  return document.contents;
}

function startOf(node: Node | null): number {
  return node?.range?.[0] ?? 0;
}
