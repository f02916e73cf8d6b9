import { isMap, isNode, LineCounter, type Node, parseDocument } from "yaml";

/** `line` and `column` start at 1. */
export type YamlPosition = { line: number; column: number };
export type YamlPath = readonly PropertyKey[];
export type YamlProblem = YamlPosition & { message: string };

/** A parsed file, with the position of each part in its text. */
export type YamlText = {
  value: unknown;
  placeOf: (path: YamlPath) => YamlPosition;
  keyPlace: (path: YamlPath) => YamlPosition;
};

/** Parses YAML; returns its problems instead if there are any. */
export function parseYaml(text: string): YamlText | YamlProblem[] {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const placeAt = (offset: number): YamlPosition => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  if (document.errors.length > 0)
    return document.errors.map(({ message, pos: [start] }) => ({ ...placeAt(start), message }));
  const placeOf = (path: YamlPath): YamlPosition => placeAt(startOf(nearest(document, path)));
  /** The position of the name before a value. */
  const keyPlace = (path: YamlPath): YamlPosition => {
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
function nearest(document: Document, path: YamlPath): Node | null {
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node)) return node;
  }
  return document.contents;
}

function startOf(node: Node | null): number {
  return node?.range?.[0] ?? 0;
}
