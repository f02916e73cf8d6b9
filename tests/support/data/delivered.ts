import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const ROOT = join(import.meta.dirname, "../../..");
const textOf = (path: string) => readFileSync(join(ROOT, path), "utf8");
/** What the Dockerfile removes of each package. */
const FOR_COMPILERS = /\.(?:map|d\.[mc]?ts)$/;

/** What the image's last stage takes: names in the build's folder, which is this repository's. */
export function deliveredNames(dockerfile = textOf("Dockerfile")): string[] {
  const copies = [...dockerfile.matchAll(/^COPY --from=\w+ (.+) \S+$/gm)];
  return copies.flatMap(([, sources = ""]) =>
    sources.split(" ").map((source) => source.replace("/build/", "")),
  );
}

/** Whether the builder is given a file; .dockerignore has names that it lets in, and endings that it keeps out. */
export function isInContext(path: string, dockerignore = textOf(".dockerignore")): boolean {
  const lines = dockerignore.split("\n").filter((line) => line && !line.startsWith("#"));
  const isLetIn = lines
    .filter((line) => line.startsWith("!"))
    .map((line) => line.slice(1))
    .some((name) => path === name || path.startsWith(`${name}/`));
  const isKeptOut = lines.some((line) => line.startsWith("**/*") && path.endsWith(line.slice("**/*".length)));
  return isLetIn && !isKeptOut;
}

/** Lays a copy of the delivered files into a folder: what is built, and the packages as `npm ci --omit=dev` has them. */
export function layDelivered(folder: string): void {
  for (const name of deliveredNames()) {
    if (name === "node_modules") layPackages(folder);
    else if (name === "dist") cpSync(join(ROOT, name), join(folder, name), { recursive: true });
    else layFromContext(name, folder);
  }
}

/** Names of all files in a folder, with their sizes and when they were last written. */
export function filesIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.map((name) => {
    const { size, mtimeMs } = statSync(join(folder, name));
    return `${name} ${size} ${mtimeMs}`;
  });
}

function layFromContext(name: string, folder: string): void {
  const filter = (path: string) => {
    const inside = path.slice(ROOT.length + 1).replaceAll("\\", "/");
    return statSync(path).isDirectory() || isInContext(inside);
  };
  cpSync(join(ROOT, name), join(folder, name), { recursive: true, filter });
}

type Locked = { dev?: boolean; optional?: boolean; devOptional?: boolean };

/** The lock file says of each package what needs it; npm leaves out by that too. */
function layPackages(folder: string): void {
  const { packages } = JSON.parse(textOf("package-lock.json")) as { packages: { [path: string]: Locked } };
  for (const [path, { dev, optional, devOptional }] of Object.entries(packages)) {
    const from = join(ROOT, path);
    if (path === "" || dev || optional || devOptional || !existsSync(from)) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    // a package inside it has its own line
    const filter = (source: string) =>
      source === from || (basename(source) !== "node_modules" && !FOR_COMPILERS.test(source));
    cpSync(from, join(folder, path), { recursive: true, filter });
  }
}
