import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../../..");
const textOf = (path: string) => readFileSync(join(ROOT, path), "utf8");
/** Whether the image builder gets a file, by the allowed names and excluded endings in .dockerignore. */
export function isInContext(path: string, dockerignore = textOf(".dockerignore")): boolean {
  const lines = dockerignore.split("\n").filter((line) => line && !line.startsWith("#"));
  const isLetIn = lines
    .filter((line) => line.startsWith("!"))
    .map((line) => line.slice(1))
    .some((name) => path === name || path.startsWith(`${name}/`));
  const isKeptOut = lines.some((line) => line.startsWith("**/*") && path.endsWith(line.slice("**/*".length)));
  return isLetIn && !isKeptOut;
}

/** The names of all files in a folder, with their sizes and modification times. */
export function filesIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.map((name) => {
    const { size, mtimeMs } = statSync(join(folder, name));
    return `${name} ${size} ${mtimeMs}`;
  });
}
