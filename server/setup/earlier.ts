import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ENVIRONMENT } from "./places.ts";
import { type ProxyName, proxyFile, proxyNames } from "./produced.ts";

/** What an earlier set-up was given, as far as its files still say it. */
export type Earlier = {
  domain: string | undefined;
  port: number | undefined;
  email: string | undefined;
  /** `none` also where people have changed the proxy's file since: then it is theirs. */
  proxy: ProxyName;
};

/** Undefined where nothing was set up. */
export function earlierSetUp(root: string): Earlier | undefined {
  const environment = textOf(join(root, ENVIRONMENT));
  if (environment === undefined) return undefined;
  const domain = /^FIRSTHAND_PUBLIC_URL=https:\/\/([^/:\s]+)$/m.exec(environment)?.[1];
  const port = /^PORT=(\d+)$/m.exec(environment)?.[1];
  const email = /^\temail (\S+)$/m.exec(textOf(join(root, "/etc/caddy/Caddyfile")) ?? "")?.[1];
  const proxy = proxyNames.find((name) => {
    const file = domain && port ? proxyFile(name, { domain, port: Number(port), email }) : undefined;
    return file !== undefined && textOf(join(root, file.path)) === file.text;
  });
  return { domain, port: port === undefined ? undefined : Number(port), email, proxy: proxy ?? "none" };
}

function textOf(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}
