import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ENVIRONMENT, PROGRAM } from "./places.ts";
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
  const earlier = { domain, port: port === undefined ? undefined : Number(port), email };
  return { ...earlier, proxy: proxyNames.find((name) => isUntouched(name, earlier, root)) ?? "none" };
}

/** Whether the proxy's file is as that release has made it. */
function isUntouched(
  name: ProxyName,
  { domain, port, email }: Omit<Earlier, "proxy">,
  root: string,
): boolean {
  const release = join(root, PROGRAM);
  if (domain === undefined || port === undefined || !existsSync(join(release, "deploy"))) return false;
  const file = proxyFile(name, { domain, port, email }, release);
  return file !== undefined && textOf(join(root, file.path)) === file.text;
}

function textOf(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}
