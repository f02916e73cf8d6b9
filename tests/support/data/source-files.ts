import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const ROOT = join(import.meta.dirname, "../../..");

/** `isType`: the import is erased when the program runs. */
export type Import = { target: string; isType: boolean };
/** `path` and the imports' targets are relative to the root; a package's target is its name. */
export type SourceFile = { path: string; text: string; imports: Import[] };

/** The production files of these parts of the project. */
export function sourceFiles(...parts: string[]): SourceFile[] {
  const paths = parts.flatMap((part) => globSync(`${part}/**/*.{ts,tsx}`, { cwd: ROOT }));
  return paths
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => !/\.(test|suite)\.tsx?$/.test(path))
    .map((path) => {
      const text = readFileSync(join(ROOT, path), "utf8");
      const imports = importsOf(text).map(({ target, isType }) => ({
        target: resolveImport(path, target),
        isType,
      }));
      return { path, text, imports };
    });
}

/** Static, side-effect, dynamic and re-exported imports. */
export function importsOf(text: string): Import[] {
  const pattern =
    /(?:\b(?:import|export)\s+(type\s+)?([\w*$\s{},]*?)\s*\bfrom\s*|\bimport\s*\(\s*|\bimport\s+)["']([^"']+)["']/g;
  return [...text.matchAll(pattern)].map(([, type, names = "", target = ""]) => ({
    target: target.replace(/\?.*$/, ""),
    isType: type !== undefined || areTypes(names),
  }));
}

/** Whether each name between the braces is a type. */
function areTypes(names: string): boolean {
  const named = /^\{([^}]*)\}$/.exec(names.trim())?.[1]?.split(",") ?? [];
  const given = named.map((name) => name.trim()).filter((name) => name !== "");
  return given.length > 0 && given.every((name) => name.startsWith("type "));
}

function resolveImport(from: string, target: string): string {
  if (target.startsWith("#contract/")) return target.slice(1);
  if (!target.startsWith(".")) return target;
  return relative(ROOT, join(ROOT, dirname(from), target)).replaceAll("\\", "/");
}
