import { type SourceFile, sourceFiles } from "../../tests/support/data/source-files.ts";

type Box = { part: string; x: number; y: number; width: number };
type PlacedBox = { box: Box; rows: string[][][]; height: number; hasCircle: boolean };

const WIDTH = 1010;
const PAD = 14;
const TITLE = 34;
const CHIP = 24;
const GAP = 6;
const TOP = 84;
const BETWEEN = 60;

/**
 * The drawing in ARCHITECTURE.md, as SVG: the parts, their folders and what imports what, computed from the real
 * imports.
 */
export function architectureDrawing(): string {
  const files = sourceFiles("contract", "web", "console", "server");
  const apps = [
    lay(files, { part: "web", x: 20, y: TOP, width: 245 }),
    lay(files, { part: "console", x: 295, y: TOP, width: 245 }),
    lay(files, { part: "server", x: 590, y: TOP, width: 400 }),
  ];
  const upper = Math.max(...apps.map(({ height }) => height));
  const lower = TOP + upper + BETWEEN;
  const bases = [
    lay(files, { part: "contract", x: 20, y: lower, width: 520 }),
    lay(files, { part: "server/storage", x: 590, y: lower, width: 400 }),
  ];
  const bottom = lower + Math.max(...bases.map(({ height }) => height));
  const height = bottom + 44;
  const all = [...apps, ...bases];
  const circular = all.filter(({ hasCircle }) => hasCircle).map(({ box }) => box.part);
  const exception = circular.length > 0 ? ` (in ${circular.join(", ")} also within a row)` : "";
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" role="img">`,
    "<title>The parts of Firsthand, their folders, and which part imports which</title>",
    '<defs><marker id="head" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8Z" fill="#444"/></marker></defs>',
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    ...apps.flatMap((laid) => drawn({ ...laid, height: upper })),
    ...bases.flatMap(drawn),
    ...importArrows(files, all, lower),
    ...callArrows(),
    label(
      20,
      bottom + 26,
      `Solid arrows: imports. Inside a part, folders import from rows below their own${exception}. Dashed arrows: calls at run time.`,
    ),
    "</svg>",
  ].join("\n")}\n`;
}

function lay(files: SourceFile[], box: Box): PlacedBox {
  const { layers, hasCircle } = layersOf(files, box.part);
  const rows = layers.map((layer) => inLines(layer, box.width - 2 * PAD));
  const lines = rows.flat().length;
  return { box, rows, hasCircle, height: TITLE + lines * (CHIP + GAP) + rows.length * GAP + PAD };
}

/** An arrow for each part that imports another; `lower` is the top of the second row of boxes. */
function importArrows(files: SourceFile[], all: PlacedBox[], lower: number): string[] {
  const above = lower - BETWEEN;
  const ways: { from: string; to: string; drawnAs: (folders: string) => string[] }[] = [
    {
      from: "web",
      to: "contract",
      drawnAs: (folders) => [arrow([140, above], [140, lower]), label(150, lower - 22, folders)],
    },
    {
      from: "console",
      to: "contract",
      drawnAs: (folders) => [arrow([415, above], [415, lower]), label(425, lower - 32, folders, 20)],
    },
    { from: "console", to: "web", drawnAs: (folders) => [consoleToWeb(all, folders)] },
    {
      from: "server",
      to: "contract",
      drawnAs: () => [arrow([590, above - 20], [566, above - 20], [566, lower + 24], [540, lower + 24])],
    },
    { from: "server", to: "server/storage", drawnAs: () => [arrow([790, above], [790, lower])] },
    {
      from: "server/storage",
      to: "contract",
      drawnAs: () => [arrow([590, lower + 60], [540, lower + 60])],
    },
  ];
  return ways.flatMap(({ from, to, drawnAs }) => {
    // the preview of an interview shows the client's screens, and so imports from all over web
    const drawn = files.filter(({ path }) => !path.startsWith("console/preview/"));
    const folders = foldersUsed(drawn, from, to);
    return folders.length > 0 ? drawnAs(folders.join(", ")) : [];
  });
}

function callArrows(): string[] {
  const dashed = (path: string) => path.replace("<path", '<path stroke-dasharray="6 4"');
  return [
    dashed(arrow([140, TOP], [140, 30], [860, 30], [860, TOP])),
    label(500, 23, "HTTPS: the client's calls"),
    dashed(arrow([415, TOP], [415, 56], [720, 56], [720, TOP])),
    label(500, 49, "HTTPS: the managers' calls"),
  ];
}

/** An arrow from the console's edge to the folder of the client's app that it shares. */
function consoleToWeb(all: PlacedBox[], folder: string): string {
  const web = all.find(({ box }) => box.part === "web");
  const layer = web?.rows.findIndex((row) => row.some((line) => line.includes(folder))) ?? -1;
  if (!web || layer < 0) throw new Error(`the console imports from web: ${folder}`);
  const lines = web.rows.slice(0, layer).flat().length;
  const y = web.box.y + TITLE + lines * (CHIP + GAP) + layer * GAP + CHIP / 2;
  return arrow([295, y], [web.box.x + PAD + chipWidth(folder) + 2, y]);
}

/**
 * The folders in layers: a folder imports only from later layers, or from its own layer if the imports are circular.
 */
function layersOf(files: SourceFile[], part: string): { layers: string[][]; hasCircle: boolean } {
  const nodeOf = (path: string) => {
    const [folder = "", ...rest] = path.slice(part.length + 1).split("/");
    return rest.length > 0 ? `${folder}/` : folder;
  };
  const targets = new Map<string, Set<string>>();
  for (const { path, imports } of files.filter((file) => file.path.startsWith(`${part}/`))) {
    const from = nodeOf(path);
    const known = targets.get(from) ?? new Set();
    targets.set(from, known);
    for (const { target } of imports)
      if (target.startsWith(`${part}/`) && nodeOf(target) !== from) {
        known.add(nodeOf(target));
        if (!targets.has(nodeOf(target))) targets.set(nodeOf(target), new Set());
      }
  }
  let hasCircle = false;
  const depths = new Map<string, number>();
  const depthOf = (node: string): number => {
    const known = depths.get(node);
    if (known !== undefined) return known;
    const below = reachedFrom(node, targets);
    hasCircle ||= below.has(node) && node.endsWith("/");
    const circle = [...below].filter((other) => reachedFrom(other, targets).has(node));
    const depth =
      Math.max(-1, ...[...below].filter((other) => !circle.includes(other) && other !== node).map(depthOf)) +
      1;
    for (const each of [node, ...circle]) depths.set(each, depth);
    return depth;
  };
  const folders = [...targets.keys()].filter((node) => node.endsWith("/"));
  const inUse = [...new Set(folders.map((node) => depthOf(node)))].sort((one, other) => other - one);
  const inLayer = (depth: number) => folders.filter((node) => depthOf(node) === depth);
  const layers = inUse.map((depth) =>
    inLayer(depth)
      .map((node) => node.slice(0, -1))
      .sort(),
  );
  return { layers, hasCircle };
}

function reachedFrom(node: string, targets: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set<string>();
  const next = [...(targets.get(node) ?? [])];
  for (let each = next.pop(); each !== undefined; each = next.pop()) {
    if (reached.has(each)) continue;
    reached.add(each);
    next.push(...(targets.get(each) ?? []));
  }
  return reached;
}

/** The folders of `to` that `from` imports. */
function foldersUsed(files: SourceFile[], from: string, to: string): string[] {
  const folders = files
    .filter(({ path }) => path.startsWith(`${from}/`) && !path.startsWith(`${to}/`))
    .flatMap(({ imports }) => imports.map(({ target }) => target))
    .filter((target) => target.startsWith(`${to}/`))
    .map((target) => target.slice(to.length + 1).split("/"))
    .filter(({ length }) => length > 1)
    .map(([folder = ""]) => folder);
  return [...new Set(folders)].sort();
}

function chipWidth(name: string): number {
  return Math.round(name.length * 6.8) + 16;
}

function inLines(names: string[], width: number): string[][] {
  const lines: string[][] = [];
  let used = Number.POSITIVE_INFINITY;
  for (const name of names) {
    if (used + chipWidth(name) > width) {
      lines.push([]);
      used = 0;
    }
    lines.at(-1)?.push(name);
    used += chipWidth(name) + GAP;
  }
  return lines;
}

function drawn({ box, rows, height }: PlacedBox): string[] {
  const { part, x, y, width } = box;
  let line = y + TITLE;
  const chips: string[] = [];
  for (const row of rows) {
    for (const names of row) {
      let left = x + PAD;
      for (const name of names) {
        chips.push(
          `<rect x="${left}" y="${line}" width="${chipWidth(name)}" height="${CHIP}" rx="5" fill="#fff" stroke="#1f6f54"/>`,
          `<text x="${left + chipWidth(name) / 2}" y="${line + 16}" font-size="12" text-anchor="middle" fill="#111">${name}</text>`,
        );
        left += chipWidth(name) + GAP;
      }
      line += CHIP + GAP;
    }
    line += GAP;
  }
  return [
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="8" fill="#eef4f1" stroke="#1f6f54" stroke-width="1.5"/>`,
    `<text x="${x + PAD}" y="${y + 22}" font-size="15" font-weight="600" fill="#111">${part}/</text>`,
    ...chips,
  ];
}

function arrow(...points: [x: number, y: number][]): string {
  return `<path d="M${points.map((point) => point.join(" ")).join("L")}" fill="none" stroke="#444" stroke-width="1.5" marker-end="url(#head)"/>`;
}

function label(x: number, y: number, text: string, wrapAt = 200): string {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= wrapAt) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  const spans = lines
    .map((line, place) => `<tspan x="${x}" dy="${place === 0 ? 0 : 14}">${line}</tspan>`)
    .join("");
  return `<text x="${x}" y="${y}" font-size="12" fill="#444">${spans}</text>`;
}
