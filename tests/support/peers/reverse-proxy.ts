import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, type RequestOptions, request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type ProxyName, proxyFile } from "../../../server/setup/produced.ts";
import { endProcess } from "../service/end-process.ts";
import { freePort } from "../service/free-port.ts";

/** Runs the proxies with the files that we ship; only ports and certificates are replaced. */

export type RealProxy = Exclude<ProxyName, "none">;

export const PROXY_PROGRAMS: { [Name in RealProxy]: string } = {
  caddy: "/usr/bin/caddy",
  nginx: "/usr/sbin/nginx",
  haproxy: "/usr/sbin/haproxy",
};

const DEPLOY = join(import.meta.dirname, "../../../deploy");
const SHIPPED = { caddy: "caddy/Caddyfile", haproxy: "haproxy/haproxy.cfg" };
const CERTIFICATES = join(import.meta.dirname, "../../certificates");
/** The name in the test certificate, and the name that Caddy certifies with its own authority. */
const DOMAIN = "localhost";

export type ReverseProxy = {
  url: string;
  plainUrl: string;
  /** An HTTP agent that trusts the proxy's certificate. */
  agent: Agent;
  close(): Promise<void>;
};

/** The file that setup writes for a server on this loopback port. */
export function fileOfSetUp(name: RealProxy, port: number): string {
  return proxyFile(name, { domain: DOMAIN, port, email: undefined })?.text ?? "";
}

/** The shipped file, in front of two servers on this machine. */
export function fileForTwo(name: "caddy" | "haproxy", [one, two]: [number, number]): string {
  const shipped = readFileSync(join(DEPLOY, SHIPPED[name]), "utf8");
  const pairs =
    name === "caddy"
      ? [
          ["{$DOMAIN}", DOMAIN],
          ["firsthand-1:8080 firsthand-2:8080", `127.0.0.1:${one} 127.0.0.1:${two}`],
        ]
      : [
          ["10.0.0.11:8080", `127.0.0.1:${one}`],
          ["10.0.0.12:8080", `127.0.0.1:${two}`],
        ];
  return pairs.reduce((text, [from = "", to = ""]) => replaced(text, from, to), shipped);
}

export async function startReverseProxy(name: RealProxy, produced: string): Promise<ReverseProxy> {
  const folder = mkdtempSync(join(tmpdir(), `firsthand-${name}-`));
  const ports = { http: await freePort(), https: await freePort() };
  const { args, env, authority } = means[name](folder, produced, ports);
  const child = spawn(PROXY_PROGRAMS[name], args, { stdio: "ignore", env: { ...process.env, ...env } });
  const plainUrl = `http://${DOMAIN}:${ports.http}`;
  await untilItAnswers(plainUrl, child, name);
  const agent = new Agent({ ca: await whenThere(authority), keepAlive: true });
  return {
    url: `https://${DOMAIN}:${ports.https}`,
    plainUrl,
    agent,
    async close() {
      agent.destroy();
      await endProcess(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Ports = { http: number; https: number };
/** `authority`: the file with the trusted certificate. */
type Means = { args: string[]; env?: { [name: string]: string }; authority: string };

const certificate = join(CERTIFICATES, "mail.pem");
const key = join(CERTIFICATES, "key.pem");

const means: { [Name in RealProxy]: (folder: string, produced: string, ports: Ports) => Means } = {
  caddy(folder, produced, { http, https }) {
    const own = `\thttp_port ${http}\n\thttps_port ${https}\n\tlocal_certs\n\tskip_install_trust\n`;
    const file = written(folder, "Caddyfile", replaced(produced, "{\n", `{\n${own}`));
    return {
      args: ["run", "--config", file, "--adapter", "caddyfile"],
      env: { XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, HOME: folder },
      authority: join(folder, "caddy/pki/authorities/local/root.crt"),
    };
  },
  nginx(folder, produced, { http, https }) {
    const site = [
      ["listen 80;", `listen ${http};`],
      ["    listen [::]:80;\n", ""],
      ["listen 443 ssl", `listen ${https} ssl`],
      ["    listen [::]:443 ssl http2;\n", ""],
      [`/etc/letsencrypt/live/${DOMAIN}/fullchain.pem`, certificate],
      [`/etc/letsencrypt/live/${DOMAIN}/privkey.pem`, key],
    ].reduce((text, [from = "", to = ""]) => replaced(text, from, to), produced);
    mkdirSync(join(folder, "tmp"));
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
      (each) => `${each}_temp_path ${folder}/tmp/${each};`,
    );
    const file = written(
      folder,
      "nginx.conf",
      `pid ${folder}/nginx.pid; error_log ${folder}/error.log; daemon off;\nevents {}\nhttp {\n${temporary.join("\n")}\n${site}\n}\n`,
    );
    return { args: ["-p", folder, "-c", file], authority: certificate };
  },
  haproxy(folder, produced, { http, https }) {
    const pem = written(
      folder,
      "firsthand.pem",
      readFileSync(certificate, "utf8") + readFileSync(key, "utf8"),
    );
    const site = [
      ["bind :80", `bind :${http}`],
      ["bind :443 ssl crt /etc/haproxy/firsthand.pem", `bind :${https} ssl crt ${pem}`],
    ].reduce((text, [from = "", to = ""]) => replaced(text, from, to), produced);
    return { args: ["-db", "-q", "-f", written(folder, "haproxy.cfg", site)], authority: certificate };
  },
};

function written(folder: string, name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}

/** Replaces a text and throws if the text is missing, because the test would otherwise not run the produced file. */
export function replaced(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`The produced file has no ${from}`);
  return text.replace(from, to);
}

async function untilItAnswers(url: string, child: ChildProcess, name: string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}: its file is wrong`);
    const isUp = await fetch(url, { redirect: "manual" }).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await setTimeout(50);
  }
}

async function whenThere(file: string): Promise<Buffer> {
  while (!existsSync(file)) await setTimeout(50);
  return readFileSync(file);
}

export type Answered = { status: number; headers: NodeJS.Dict<string | string[]>; text: string };

/** Sends a request through the proxy and reads the whole answer. */
export async function through(
  { url, agent }: Pick<ReverseProxy, "url" | "agent">,
  path: string,
  { body, ...options }: RequestOptions & { body?: Uint8Array | string } = {},
): Promise<Answered> {
  // keeps the path as it is written, which URL would normalize
  const { hostname, port } = new URL(url);
  const sent = request({ hostname, port, path, agent, servername: DOMAIN, ...options });
  // an early refusal may close the connection while the body is being sent
  const answer = once(sent, "response");
  sent.on("error", () => undefined);
  sent.end(body);
  const [response] = await answer;
  let text = "";
  for await (const piece of response.setEncoding("utf8")) text += piece;
  return { status: response.statusCode, headers: response.headers, text };
}
