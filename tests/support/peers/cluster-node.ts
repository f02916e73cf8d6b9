import { type ChildProcess, spawn } from "node:child_process";
import {
  chownSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseEnv } from "node:util";
import { type Node, type Ports, shippedFile } from "./cluster-files.ts";
import { identity, newFolder } from "./postgres-server.ts";
import { replaced } from "./reverse-proxy.ts";

export type ClusterNode = ReturnType<typeof clusterNode>;

/** What to kill: everything on a machine, as a power cut does, or only its PostgreSQL. */
export type Killing = "machine" | "PostgreSQL";

const GONE_WITHIN_MS = 10_000;

/** One machine of the cluster: etcd, Patroni, and the PostgreSQL that Patroni starts. */
export function clusterNode(node: Node, ports: Ports) {
  const folder = newFolder();
  const data = join(folder, "data");
  const files = writeFiles(folder, node, ports);
  let running: { etcd?: ChildProcess; patroni?: ChildProcess } = {};

  function run(name: string, program: string, args: string[], env: NodeJS.Dict<string> = {}): ChildProcess {
    const log = openSync(join(folder, `${name}.log`), "a");
    const child = spawn(program, args, {
      ...identity,
      cwd: folder,
      env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", LANG: "C.UTF-8", HOME: folder, ...env },
      stdio: ["ignore", log, log],
    });
    closeSync(log);
    return child;
  }

  const roots = {
    machine: () => [running.patroni?.pid, running.etcd?.pid, postmasterIn(data)],
    PostgreSQL: () => [postmasterIn(data)],
  };

  async function kill(what: Killing): Promise<void> {
    const doomed = roots[what]().flatMap((pid) => (pid === undefined ? [] : [pid, ...descendantsOf(pid)]));
    for (const pid of doomed) killNow(pid);
    const end = performance.now() + GONE_WITHIN_MS;
    while (doomed.some(isAlive)) {
      if (performance.now() > end) throw new Error(`Some of ${doomed.join(", ")} outlived SIGKILL`);
      await setTimeout(10);
    }
    if (what === "machine") running = {};
  }

  return {
    name: `db${node}`,
    port: ports.of(node, "postgres"),
    patroniUrl: `http://127.0.0.1:${ports.of(node, "patroni")}`,
    start(): void {
      running = {
        etcd: run("etcd", "/usr/bin/etcd", [], files.etcd),
        patroni: run("patroni", "/usr/bin/patroni", [files.patroni]),
      };
    },
    kill,
    async remove(): Promise<void> {
      await kill("machine");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function writeFiles(folder: string, node: Node, ports: Ports) {
  const own = [
    ["/var/lib/postgresql/15/firsthand", join(folder, "data")],
    ["/var/lib/postgresql/firsthand.pgpass", join(folder, "pgpass")],
    ["/var/run/postgresql", folder],
  ];
  const patroni = own.reduce(
    (text, [from = "", to = ""]) => replaced(text, from, to),
    shippedFile("patroni.yml", ports, node),
  );
  const etcd = replaced(
    shippedFile("etcd.env", ports, node),
    "/var/lib/etcd/firsthand",
    join(folder, "etcd"),
  );
  const file = join(folder, "patroni.yml");
  writeFileSync(file, patroni, { mode: 0o600 });
  mkdirSync(join(folder, "etcd"), { mode: 0o700 });
  if (identity.uid !== undefined)
    for (const path of [file, join(folder, "etcd")]) chownSync(path, identity.uid, identity.gid);
  return { patroni: file, etcd: parseEnv(etcd) };
}

/**
 * The PostgreSQL process of this data folder. Its pid file outlives a killed process, and the number may be reused by
 * now.
 */
function postmasterIn(data: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0]);
    return readlinkSync(`/proc/${pid}/cwd`) === data ? pid : undefined;
  } catch {
    return undefined;
  }
}

type Process = { pid: number; parent: number; state: string };

function processes(): Process[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => processOf(Number(name)) ?? []);
}

function processOf(pid: number): Process | undefined {
  try {
    // the name before the state, in parentheses, may contain spaces
    const [state = "", parent] =
      readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return { pid, state, parent: Number(parent) };
  } catch {
    // the process has ended meanwhile
    return undefined;
  }
}

function descendantsOf(root: number, all = processes()): number[] {
  const children = all.filter(({ parent }) => parent === root).map(({ pid }) => pid);
  return children.flatMap((pid) => [pid, ...descendantsOf(pid, all)]);
}

const isAlive = (pid: number) => !["Z", "X", undefined].includes(processOf(pid)?.state);

function killNow(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // the process has ended meanwhile
  }
}
