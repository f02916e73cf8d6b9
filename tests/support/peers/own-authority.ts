import { createHash, X509Certificate } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

/** Caddy's own certificate authority instead of a public one, which certifies no name of a test. */

const AUTHORITY = "var/lib/caddy/.local/share/caddy/pki/authorities/local";
const SCRIPT = "usr/local/lib/certify-itself.sh";
const SCRIPT_TEXT = `sed 's/^{$/{\\nlocal_certs\\nskip_install_trust/' /etc/caddy/Caddyfile > /run/caddy/Caddyfile\n`;
const DROP_IN = `[Service]
RuntimeDirectory=caddy
ExecStartPre=/bin/sh /${SCRIPT}
ExecStart=
ExecStart=/usr/bin/caddy run --environ --config /run/caddy/Caddyfile --adapter caddyfile
`;

/**
 * Makes the Caddy that will be installed in this folder certify itself; its configuration stays as setup writes it.
 */
export function certifyItself(root: string): void {
  const folder = join(root, "etc/systemd/system/caddy.service.d");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "own-authority.conf"), DROP_IN);
  writeFileSync(join(root, SCRIPT), SCRIPT_TEXT);
}

/** The authority of the Caddy in this folder, once Caddy has made it. */
export async function authorityIn(root: string) {
  const [certificate, intermediate] = await Promise.all(
    ["root.crt", "intermediate.crt"].map((name) => whenThere(join(root, AUTHORITY, name))),
  );
  if (!certificate || !intermediate) throw new Error("Caddy has no authority");
  return {
    certificate,
    /** The option that makes Chromium trust what this authority has signed. */
    chromiumOption: `--ignore-certificate-errors-spki-list=${keyHash(intermediate)}`,
  };
}

async function whenThere(file: string): Promise<Buffer> {
  const deadline = Date.now() + 60_000;
  while (!existsSync(file)) {
    if (Date.now() > deadline) throw new Error(`There is no ${file}`);
    await setTimeout(50);
  }
  return readFileSync(file);
}

function keyHash(certificate: Buffer): string {
  const key = new X509Certificate(certificate).publicKey.export({ type: "spki", format: "der" });
  return createHash("sha256").update(key).digest("base64");
}
