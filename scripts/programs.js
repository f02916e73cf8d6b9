// The system programs that the tests need; plain JavaScript, like all that runs before Node 24 is there.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

const PROGRAMS = [
  {
    name: "Chromium",
    file: "/usr/bin/chromium",
    packages: ["chromium", "fonts-liberation", "fonts-noto-color-emoji"],
  },
  { name: "strace", file: "/usr/bin/strace", packages: ["strace"] },
  { name: "ffmpeg", file: "/usr/bin/ffmpeg", packages: ["ffmpeg"] },
  {
    name: "pocketsphinx",
    file: "/usr/bin/pocketsphinx_continuous",
    packages: ["pocketsphinx", "pocketsphinx-en-us"],
  },
];

/** Installs by apt what is missing; ends with one line that names it where that cannot be. */
export function installPrograms() {
  const missing = PROGRAMS.filter(({ file }) => !existsSync(file));
  if (missing.length === 0) return;
  const names = missing.map(({ name }) => name).join(" and ");
  const packages = missing.flatMap((program) => program.packages);
  if (process.getuid?.() !== 0) {
    process.stderr.write(
      `The tests need ${names}: run "sudo apt-get install -y ${packages.join(" ")}" and try again.\n`,
    );
    process.exit(1);
  }
  process.stdout.write(`Installing ${names}...\n`);
  const apt = {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  };
  execFileSync("apt-get", ["update", "-q"], apt);
  execFileSync("apt-get", ["install", "-y", "-q", "--no-install-recommends", ...packages], apt);
}
