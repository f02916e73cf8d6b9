// npm run vulnerabilities: lists packages with known vulnerabilities, from the database of the configured npm registry.
// Exits with 1 if there are any, and with 2 if the database cannot be reached, so that nothing is known.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { packageFolders, root } from "./install.js";

const reports = packageFolders.map(reportOn);
const faulty = reports.flatMap(({ vulnerabilities }) => Object.values(vulnerabilities));
for (const { name, severity, range, via } of faulty) {
  const causes = via.map((cause) =>
    typeof cause === "string" ? `by ${cause}` : `${cause.title} (${cause.url})`,
  );
  process.stdout.write(`${severity}: ${name} ${range}: ${causes.join("; ")}\n`);
}
const total = reports.reduce((sum, { metadata }) => sum + metadata.dependencies.total, 0);
process.stdout.write(`${total} packages, ${faulty.length} with known faults\n`);
process.exit(faulty.length === 0 ? 0 : 1);

/** npm's report on a folder's lock file, whether or not its packages are installed. */
function reportOn(folder) {
  const { stdout } = spawnSync("npm", ["audit", "--json", "--package-lock-only", "--loglevel=error"], {
    cwd: join(root, folder),
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  const report = parsed(stdout);
  if (report?.auditReportVersion) return report;
  const why = report?.message ?? report?.error?.summary ?? "npm audit gave no report";
  process.stderr.write(`No database of known faults can be reached (${why}). Nothing was checked.\n`);
  process.exit(2);
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
