import { spawn } from "node:child_process";
import { chownSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { endProcess } from "../service/end-process.ts";
import { PASSWORDS, type Ports, shippedFile } from "./cluster-files.ts";
import { startHaproxy } from "./load-balancer.ts";
import { identity, newFolder } from "./postgres-server.ts";
import { replaced } from "./reverse-proxy.ts";

export type Pooler = Awaited<ReturnType<typeof startPooler>>;

/** The programs beside one of our servers: PgBouncer, and HAProxy, which connects PgBouncer to the primary. */
export async function startPooler(cluster: Ports, [poolPort, balancerPort]: [number, number]) {
  const haproxy = replaced(shippedFile("haproxy.cfg", cluster), "127.0.0.1:5000", `127.0.0.1:${balancerPort}`)
    // removes the user and group, which only a service that root starts can set
    .replace(/^ {2}(?:user|group) .*$/gm, "");
  const balancer = await startHaproxy(balancerPort, haproxy);
  const folder = newFolder();
  const users = join(folder, "userlist.txt");
  const own = [
    ["port=5000", `port=${balancerPort}`],
    ["listen_port = 6432", `listen_port = ${poolPort}`],
    ["/etc/pgbouncer/userlist.txt", users],
    ["/var/log/postgresql/pgbouncer.log", join(folder, "pgbouncer.log")],
    ["/var/run/postgresql/pgbouncer.pid", join(folder, "pgbouncer.pid")],
  ];
  const ini = own.reduce(
    (text, [from = "", to = ""]) => replaced(text, from, to),
    shippedFile("pgbouncer.ini", cluster),
  );
  const file = join(folder, "pgbouncer.ini");
  writeFileSync(file, ini);
  writeFileSync(users, `"firsthand" "${PASSWORDS.ROLE_PASSWORD}"\n`, { mode: 0o600 });
  if (identity.uid !== undefined) chownSync(users, identity.uid, identity.gid);
  const child = spawn("/usr/sbin/pgbouncer", ["-q", file], { ...identity, cwd: "/", stdio: "ignore" });
  const url = `postgres://firsthand:${PASSWORDS.ROLE_PASSWORD}@127.0.0.1:${poolPort}/firsthand`;
  await untilItLeadsToPrimary(url);
  return {
    url,
    async close() {
      await endProcess(child);
      await balancer.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Waits for HAProxy's first checks, until which it treats every server as the primary. */
async function untilItLeadsToPrimary(url: string): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    client.on("error", () => undefined);
    const answer = await client
      .connect()
      .then(() => client.query("select pg_is_in_recovery() as standby"))
      .catch(() => undefined);
    await client.end().catch(() => undefined);
    if (answer?.rows[0].standby === false) return;
    await setTimeout(100);
  }
}
