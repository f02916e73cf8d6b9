import { chromium } from "@playwright/test";
import { median, percentile, type Table } from "./figures.ts";
import { type FirstField, openFirstField } from "./first-field.ts";
import { THROTTLE } from "./key-to-paint.ts";
import { startWebTargets } from "./web-targets.ts";

/** The figures of each row of a table, by round. */
type Rows<Figures> = Map<string, Figures[]>;
type Opening = Omit<FirstField, "keys" | "boxKeys">;
type Typing = { p50: number; p95: number };

/**
 * How long until a person can type, and how long each key takes, for Firsthand and for other tools with the same
 * thirteen questions. All are served by the same code, on a slow network and a slowed processor, with nothing cached.
 * Ratios compare figures of the same round. Firsthand's first field is the access key; in the others, it is the first
 * answer.
 */
export async function benchFirstInput(rounds: number): Promise<Table[]> {
  const { targets, close } = await startWebTargets((line) => process.stdout.write(`${line}\n\n`));
  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-quic"],
  });
  const openings: Rows<Opening> = new Map();
  const typing: Rows<Typing> = new Map();
  try {
    for (let round = 0; round <= rounds; round++) {
      for (const target of targets) {
        const { keys, boxKeys, ...opening } = await openFirstField(browser, target);
        // the first round warms up
        if (round === 0) continue;
        addTo(openings, target.label, opening);
        addTo(typing, target.label, typingOf(keys));
        if (boxKeys) addTo(typing, `${target.label}, answer box`, typingOf(boxKeys));
      }
    }
    return [openingTable(openings), typingTable(typing)];
  } finally {
    await browser.close();
    close();
  }
}

function addTo<Figures>(rows: Rows<Figures>, label: string, figures: Figures): void {
  rows.set(label, [...(rows.get(label) ?? []), figures]);
}

function typingOf(keys: number[]): Typing {
  return { p50: median(keys), p95: percentile(keys, 0.95) };
}

function openingTable(rows: Rows<Opening>): Table {
  return {
    heads: [
      `Slow 4G, ${THROTTLE}x slowed`,
      "JavaScript, brotli kB",
      "first usable input, s",
      "/ static page",
      "its first key shown, s",
      "/ static page",
    ],
    rows: rowsOf(rows, (column) => [
      column((figures) => figures.scriptKb).middle.toFixed(1),
      ...withRatio(
        column((figures) => figures.usableS),
        2,
      ),
      ...withRatio(
        column((figures) => figures.shownS),
        2,
      ),
    ]),
  };
}

function typingTable(rows: Rows<Typing>): Table {
  return {
    heads: [`key to paint, ${THROTTLE}x slowed`, "p50 ms", "/ static page", "p95 ms", "/ static page"],
    rows: rowsOf(rows, (column) => [
      ...withRatio(
        column((figures) => figures.p50),
        1,
      ),
      ...withRatio(
        column((figures) => figures.p95),
        1,
      ),
    ]),
  };
}

type Column = { middle: number; ratio: number };
type ColumnOf<Figures> = (pick: (figures: Figures) => number) => Column;

/** The static page is the first row. */
function rowsOf<Figures>(rows: Rows<Figures>, cells: (column: ColumnOf<Figures>) => string[]): string[][] {
  const [base = []] = rows.values();
  return [...rows].map(([label, rounds]) => {
    const column: ColumnOf<Figures> = (pick) => {
      const bases = base.map(pick);
      const values = rounds.map(pick);
      const ratios = values.map((value, round) => value / (bases[round] ?? Number.NaN));
      return { middle: median(values), ratio: median(ratios) };
    };
    return [label, ...cells(column)];
  });
}

function withRatio({ middle, ratio }: Column, digits: number): string[] {
  return [middle.toFixed(digits), ratio.toFixed(2)];
}
