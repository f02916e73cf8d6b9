import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageFolder } from "../runtime/package.ts";
import { DATA_FOLDER, ENVIRONMENT_FILE, PROGRAM_FOLDER, SECRETS_FOLDER, SERVICE_USER } from "./places.ts";

/** The files that setup writes, made from `deploy/`, which also serves manual installations. */

export const proxyNames = ["caddy", "nginx", "haproxy", "none"] as const;
export type ProxyName = (typeof proxyNames)[number];

export type SiteSettings = {
  domain: string;
  /** The port on which the server listens on this machine. */
  port: number;
  /** Gets notices about the certificate, if the proxy obtains one. */
  email: string | undefined;
  /** The mail server with user and password, and the sender. If omitted, existing values stay. */
  mail?: { url: string; from: string } | undefined;
};

const EXAMPLE = "onboarding.example.com";

const deployed = (path: string, release = packageFolder) =>
  readFileSync(join(release, "deploy", path), "utf8");

/** The settings that follow from the site. */
export function settingsOf({ domain, port, mail }: SiteSettings): { [name: string]: string } {
  return {
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    PORT: String(port),
    FIRSTHAND_DATA: DATA_FOLDER,
    FIRSTHAND_SECRETS: `${SECRETS_FOLDER}/secrets.json`,
    FIRSTHAND_PUBLIC_URL: `https://${domain}`,
    FIRSTHAND_TRUST_PROXY: "127.0.0.1",
    ...(mail && { FIRSTHAND_SMTP_URL: mail.url, FIRSTHAND_MAIL_FROM: mail.from }),
  };
}

/** The settings that a repeated setup may change. */
const OF_SITE = ["PORT", "FIRSTHAND_PUBLIC_URL", "FIRSTHAND_SMTP_URL", "FIRSTHAND_MAIL_FROM"];

/** Updates an existing environment file for this site. Other values that people have set stay. */
export function updatedEnvironment(text: string, site: SiteSettings): string {
  const isSet = (name: string) => new RegExp(`^${name}=`, "m").test(text);
  return Object.entries(settingsOf(site))
    .filter(([name]) => OF_SITE.includes(name) || !isSet(name))
    .reduce(withSetting, text);
}

function withSetting(text: string, [name, value]: [string, string]): string {
  const line = `${name}=${value}`;
  const set = new RegExp(`^${name}=.*$`, "m");
  return set.test(text) ? text.replace(set, () => line) : `${text.replace(/\n*$/, "\n")}${line}\n`;
}

/** The environment file of a new installation. */
export function environmentFile(site: SiteSettings): string {
  const lines = Object.entries(settingsOf(site)).map(([name, value]) => `${name}=${value}`);
  return `# Settings of Firsthand, one a line, without quotation marks; docs/settings.md lists them all.
# After a change: sudo systemctl restart firsthand && sudo firsthand doctor

${lines.join("\n")}

# These can be set in the console too, under Settings.
#FIRSTHAND_PROVIDER_NAME=Brightside Onboarding
#FIRSTHAND_SMTP_URL=smtps://user:password@mail.example.com:465
#FIRSTHAND_MAIL_FROM=Brightside <hello@example.com>
`;
}

export function unitFile(): string {
  return deployed("systemd/firsthand.service");
}

/** The command on the path: always runs as the server's user with the server's settings. */
export function wrapper(): string {
  return `#!/bin/sh
# Runs a command of Firsthand as the server's user, with the server's settings. "firsthand setup" has made it.
set -e
[ "$(id -u)" = 0 ] || exec sudo -- "$0" "$@"
umask 077
case "$1" in
  setup) exec ${PROGRAM_FOLDER}/firsthand "$@" ;;
esac
while IFS= read -r line || [ -n "$line" ]; do
  case "$line" in
    [A-Z]*=*) export "$line" ;;
  esac
done < ${ENVIRONMENT_FILE}
HOME=${DATA_FOLDER} exec setpriv --reuid=${SERVICE_USER} --regid=${SERVICE_USER} --init-groups -- ${PROGRAM_FOLDER}/firsthand "$@"
`;
}

/** The proxy's configuration file and what a release writes there; undefined without a proxy on this machine. */
export function proxyFile(
  proxy: ProxyName,
  site: SiteSettings,
  release?: string,
): { path: string; text: string } | undefined {
  const server = `127.0.0.1:${site.port}`;
  switch (proxy) {
    case "caddy":
      return { path: "/etc/caddy/Caddyfile", text: caddyfile(site, { server, release }) };
    case "nginx":
      return {
        path: "/etc/nginx/conf.d/firsthand.conf",
        text: deployed("nginx/firsthand.conf", release)
          .replaceAll(EXAMPLE, site.domain)
          .replace("127.0.0.1:8080", server),
      };
    case "haproxy":
      return {
        path: "/etc/haproxy/haproxy.cfg",
        text: deployed("haproxy/haproxy.cfg", release)
          .replaceAll(EXAMPLE, site.domain)
          .replace(/^ {2}server one .*$/m, `  server one ${server}`)
          .replace(/^ {2}server two .*\n/m, ""),
      };
    default:
      return undefined;
  }
}

type Caddy = { server: string; release: string | undefined };

function caddyfile({ domain, email }: SiteSettings, { server, release }: Caddy): string {
  const text = deployed("caddy/Caddyfile", release)
    .replace("{$DOMAIN}", domain)
    .replace("firsthand-1:8080 firsthand-2:8080", server);
  return email === undefined ? text : text.replace("{\n", `{\n\temail ${email}\n`);
}
