/** One sample of a scrape. */
export type Sample = { name: string; labels: { [name: string]: string }; value: number };
export type Family = { name: string; type: string; help: string; samples: Sample[] };

const META = /^# (HELP|TYPE) ([a-zA-Z_:][\w:]*) (.+)$/;
const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/y;
const TYPES = ["counter", "gauge", "histogram", "summary", "untyped"];
const SUFFIXES: { [type: string]: RegExp } = {
  histogram: /_(?:bucket|sum|count)$/,
  summary: /_(?:sum|count)$/,
};

/**
 * Reads the text format of Prometheus, version 0.0.4, as its documentation describes it, and throws at anything else.
 * It is independent of the code that writes the metrics.
 */
export function readExposition(text: string): Map<string, Family> {
  if (!text.endsWith("\n")) throw new Error("The last line does not end");
  const families = new Map<string, Family>();
  const series = new Set<string>();
  let current: Family | undefined;
  for (const line of text.split("\n").filter(Boolean)) {
    if (line.startsWith("#")) current = readMeta(line, current, families);
    else readInto(current, line, series);
  }
  return families;
}

/** Reads a line of a family; the help comes before the type. */
function readMeta(line: string, current: Family | undefined, families: Map<string, Family>): Family {
  const [, keyword, name = "", rest = ""] = META.exec(line) ?? [];
  if (keyword === "HELP" && !families.has(name)) {
    const family = { name, type: "", help: rest, samples: [] };
    families.set(name, family);
    return family;
  }
  const isType = keyword === "TYPE" && current?.name === name && current.type === "" && TYPES.includes(rest);
  if (!current || !isType) throw new Error(`Out of its place: ${line}`);
  current.type = rest;
  return current;
}

function readInto(current: Family | undefined, line: string, series: Set<string>): void {
  const sample = readSample(line);
  if (!current || !belongsTo(sample.name, current)) throw new Error(`Out of its place: ${line}`);
  const name = line.slice(0, line.lastIndexOf(" "));
  if (series.has(name)) throw new Error(`Listed twice: ${name}`);
  series.add(name);
  current.samples.push(sample);
}

function readSample(line: string): Sample {
  const [, name = "", labelText = "", valueText = ""] = SAMPLE.exec(line) ?? [];
  const value = readValue(valueText);
  if (name === "" || value === undefined) throw new Error(`No sample: ${line}`);
  const labels: Sample["labels"] = {};
  LABEL.lastIndex = 0;
  while (LABEL.lastIndex < labelText.length) {
    const [, label = "", text = ""] = LABEL.exec(labelText) ?? [];
    if (label === "" || Object.hasOwn(labels, label)) throw new Error(`No labels: ${line}`);
    labels[label] = text;
  }
  return { name, labels, value };
}

function readValue(text: string): number | undefined {
  if (text === "+Inf") return Number.POSITIVE_INFINITY;
  // Prometheus accepts NaN in any case, and prom-client writes it that way
  if (/^nan$/i.test(text)) return Number.NaN;
  return Number.isNaN(Number(text)) ? undefined : Number(text);
}

function belongsTo(name: string, { name: family, type }: Family): boolean {
  const suffix = SUFFIXES[type];
  if (!suffix) return name === family;
  return name === family || (suffix.test(name) && name.replace(suffix, "") === family);
}

/** The value of the only sample with these labels; undefined if there is no such sample. */
export function sampleValue(
  families: Map<string, Family>,
  name: string,
  labels: { [name: string]: string } = {},
): number | undefined {
  const fits = (sample: Sample) =>
    sample.name === name && Object.entries(labels).every(([label, text]) => sample.labels[label] === text);
  const found = [...families.values()].flatMap(({ samples }) => samples).filter(fits);
  if (found.length > 1) throw new Error(`${name} has ${found.length} samples with these labels`);
  return found[0]?.value;
}
