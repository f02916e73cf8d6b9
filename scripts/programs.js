// The system programs that the tests need. Plain JavaScript, like all scripts that run before Node.js 24 is installed.
import { existsSync } from "node:fs";
import { runQuietly, secondsSince } from "./install.js";

const PROGRAMS = [
  {
    name: "Chromium",
    file: "/usr/bin/chromium",
    packages: ["chromium", "fonts-liberation", "fonts-noto-color-emoji"],
  },
  {
    name: "Chromium without a window",
    file: "/usr/bin/chromium-headless-shell",
    packages: ["chromium-headless-shell"],
  },
  { name: "Firefox", file: "/usr/bin/firefox-esr", packages: ["firefox-esr"] },
  { name: "WebKit's driver", file: "/usr/bin/WebKitWebDriver", packages: ["webkit2gtk-driver"] },
  { name: "Xvfb", file: "/usr/bin/Xvfb", packages: ["xvfb"] },
  { name: "PostgreSQL", file: "/usr/lib/postgresql", packages: ["postgresql"] },
  { name: "HAProxy", file: "/usr/sbin/haproxy", packages: ["haproxy"] },
  { name: "strace", file: "/usr/bin/strace", packages: ["strace"] },
  { name: "poppler's tools", file: "/usr/bin/pdftotext", packages: ["poppler-utils"] },
  { name: "curl", file: "/usr/bin/curl", packages: ["curl"] },
  { name: "OpenSSL", file: "/usr/bin/openssl", packages: ["openssl"] },
  { name: "unzip", file: "/usr/bin/unzip", packages: ["unzip"] },
  { name: "ffmpeg", file: "/usr/bin/ffmpeg", packages: ["ffmpeg"] },
  {
    name: "pocketsphinx",
    file: "/usr/bin/pocketsphinx_continuous",
    packages: ["pocketsphinx", "pocketsphinx-en-us"],
  },
  {
    // only the code: the packages of its servers would start them
    name: "OpenStack Swift",
    file: "/usr/lib/python3/dist-packages/swift/common/middleware/s3api/s3api.py",
    packages: ["python3-swift"],
  },
];

/** What recording in Firefox and WebKit also needs. */
export const SOUND = [
  {
    // WebKit records and plays with these
    name: "GStreamer's codecs",
    file: "/usr/lib/x86_64-linux-gnu/gstreamer-1.0/libgstlibav.so",
    packages: [
      "gstreamer1.0-libav",
      "gstreamer1.0-plugins-bad",
      "gstreamer1.0-plugins-base",
      "gstreamer1.0-plugins-good",
      "gstreamer1.0-pulseaudio",
    ],
  },
  { name: "PulseAudio", file: "/usr/bin/pulseaudio", packages: ["pulseaudio", "pulseaudio-utils"] },
];

/** What single fault tests also need: tests/fault/database-cluster.test.ts and bare-root.spec.ts. */
export const MACHINES = [
  { name: "etcd", file: "/usr/bin/etcd", packages: ["etcd-server"] },
  { name: "Patroni", file: "/usr/bin/patroni", packages: ["patroni", "python3-etcd"] },
  { name: "PgBouncer", file: "/usr/sbin/pgbouncer", packages: ["pgbouncer"] },
  { name: "debootstrap", file: "/usr/sbin/debootstrap", packages: ["debootstrap"] },
];

/**
 * Installs missing programs with apt; if that is not possible, prints one line, and tests that need them are skipped.
 */
export async function tryPrograms(programs) {
  const missing = missingOf(programs);
  if (missing.packages.length === 0) return;
  if (process.getuid?.() === 0 && (await installNow(missing)) === 0) return;
  process.stdout.write(
    `Tests that need ${missing.names} are skipped: run "sudo apt-get install -y ${missing.packages.join(" ")}" for them.\n`,
  );
}

/** Installs missing programs with apt; if that is not possible, prints one line that names them and exits. */
export async function installPrograms(further = []) {
  const missing = missingOf([...PROGRAMS, ...further]);
  if (missing.packages.length === 0) return;
  if (process.getuid?.() !== 0) {
    process.stderr.write(
      `The tests need ${missing.names}: run "sudo apt-get install -y ${missing.packages.join(" ")}" and try again.\n`,
    );
    process.exit(1);
  }
  const status = await installNow(missing);
  if (status !== 0) process.exit(status);
}

function missingOf(programs) {
  const missing = programs.filter(({ file }) => !existsSync(file));
  return {
    names: missing.map(({ name }) => name).join(" and "),
    packages: missing.flatMap(({ packages }) => packages),
  };
}

/** Returns apt's exit code. */
async function installNow({ names, packages }) {
  const begun = performance.now();
  process.stdout.write(`Installing ${names}...\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  for (const args of [["update"], ["install", "-y", "--no-install-recommends", ...packages]]) {
    const status = await runQuietly("apt-get", ["-q", ...args], env);
    if (status !== 0) return status;
  }
  process.stdout.write(`Installed ${names} in ${secondsSince(begun)} s.\n`);
  return 0;
}
