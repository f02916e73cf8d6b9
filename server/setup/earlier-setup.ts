import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ENVIRONMENT_FILE, PROGRAM_FOLDER } from "./places.ts";
import { type ProxyName, proxyFile, proxyNames } from "./produced.ts";

/** The options of an earlier setup, as far as its files still show them. */
export type EarlierSetup = {
  domain: string | undefined;
  port: number | undefined;
  email: string | undefined;
  /** `none` also if the proxy's file was edited since: then it belongs to the operator. */
  proxy: ProxyName;
};

/** Undefined if there was no setup. */
export function earlierSetUp(root: string): EarlierSetup | undefined {
  const environment = textOf(join(root, ENVIRONMENT_FILE));
  if (environment === undefined) return undefined;
  const domain = /^FIRSTHAND_PUBLIC_URL=https:\/\/([^/:\s]+)$/m.exec(environment)?.[1];
  const port = /^PORT=(\d+)$/m.exec(environment)?.[1];
  const email = /^\temail (\S+)$/m.exec(textOf(join(root, "/etc/caddy/Caddyfile")) ?? "")?.[1];
  const earlier = { domain, port: port === undefined ? undefined : Number(port), email };
  return { ...earlier, proxy: proxyNames.find((name) => isUntouched(name, earlier, root)) ?? "none" };
}

/** Whether the proxy's file is still as that release wrote it. */
function isUntouched(
  name: ProxyName,
  { domain, port, email }: Omit<EarlierSetup, "proxy">,
  root: string,
): boolean {
  const release = join(root, PROGRAM_FOLDER);
  if (domain === undefined || port === undefined || !existsSync(join(release, "deploy"))) return false;
  const file = proxyFile(name, { domain, port, email }, release);
  return file !== undefined && textOf(join(root, file.path)) === file.text;
}

function textOf(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}
