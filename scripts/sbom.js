// npm run sbom: writes the product's parts as CycloneDX, and their licenses with texts. Fails for a license that is not
// on the lists below, and for a package that runs a script when it is installed.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packageFolders, root } from "./install.js";

/** Licenses that require only attribution. */
const AGREED = [
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "ISC",
  "MIT",
  "MIT-0",
  // for a font; it does not extend to what uses the font
  "OFL-1.1",
  "Unlicense",
  "Zlib",
];
/** Tools that are not delivered may also have licenses that require publishing changes to them. */
const AGREED_FOR_TOOLS = [...AGREED, "MPL-2.0", "Python-2.0"];

const delivered = billOfDelivered();
// an image has only the first folder
const locked = packageFolders.filter(hasLock).flatMap(packagesIn);
const faults = [
  ...delivered.components.flatMap((part) => licenseFault(part, AGREED)),
  ...locked.flatMap((part) => licenseFault(part, AGREED_FOR_TOOLS)),
  ...locked.filter(({ hasInstallScript }) => hasInstallScript).map(scriptFault),
];
mkdirSync(join(root, "dist"), { recursive: true });
writeFileSync(join(root, "dist/sbom.cdx.json"), `${JSON.stringify(delivered, null, 2)}\n`);
writeFileSync(join(root, "dist/licenses.txt"), delivered.components.map(noticeOf).join("\n"));
for (const fault of new Set(faults)) process.stderr.write(`${fault}\n`);
process.stdout.write(
  `${delivered.components.length} packages are delivered: dist/sbom.cdx.json, dist/licenses.txt\n`,
);
process.exit(faults.length === 0 ? 0 : 1);

function billOfDelivered() {
  const args = ["sbom", "--sbom-format=cyclonedx", "--loglevel=error", "--omit=dev"];
  return JSON.parse(execFileSync("npm", args, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 }));
}

function hasLock(folder) {
  return existsSync(join(root, folder, "package-lock.json"));
}

/** The packages of a lock file in the format of the bill's components, with their paths. */
function packagesIn(folder) {
  const { packages } = JSON.parse(readFileSync(join(root, folder, "package-lock.json"), "utf8"));
  return Object.entries(packages).flatMap(([path, { license, ...entry }]) => {
    const name = path.split("node_modules/").at(-1);
    return path ? [{ ...entry, name, path: join(folder, path), licenses: [{ expression: license }] }] : [];
  });
}

function licenseFault(part, agreed) {
  const terms = licenseOf(part);
  const isAgreed = terms
    .split(" OR ")
    .some((either) => either.split(" AND ").every((one) => agreed.includes(one)));
  return isAgreed ? [] : [`${part.name} ${part.version} is under ${terms || "no license that it names"}`];
}

/** An SPDX expression without parentheses, which our packages never nest. */
function licenseOf({ licenses = [] }) {
  const terms = licenses.map(({ expression, license }) => expression ?? license?.id ?? license?.name ?? "");
  return terms.join(" AND ").replace(/[()]/g, "");
}

function scriptFault({ path }) {
  return `${path} runs a script when it is installed`;
}

function noticeOf(part) {
  const folder = folderOf(part);
  const file = folder && readdirSync(folder).find((name) => /^(licen[cs]e|copying|unlicense)/i.test(name));
  const text = file
    ? readFileSync(join(folder, file), "utf8").trim()
    : "(The package includes no license text.)";
  return `${part.name} ${part.version}: ${licenseOf(part)}\n\n${text}\n\n${"-".repeat(80)}\n`;
}

/** Undefined for packages that are for another kind of machine. */
function folderOf({ name, version }) {
  return locked
    .filter((part) => part.name === name && part.version === version)
    .map(({ path }) => join(root, path))
    .find((folder) => existsSync(folder));
}
