import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The files of deploy/cluster with all machines on this one; only addresses, folders and passwords are replaced. */

const SHIPPED = join(import.meta.dirname, "../../../deploy/cluster");
const PROGRAMS: { [name: string]: string } = {
  etcd: "/usr/bin/etcd",
  Patroni: "/usr/bin/patroni",
  PgBouncer: "/usr/sbin/pgbouncer",
  HAProxy: "/usr/sbin/haproxy",
  "PostgreSQL 15": "/usr/lib/postgresql/15/bin/postgres",
};

/** The program that is missing to run such a cluster here. */
export function missingProgram(): string | undefined {
  const name = Object.keys(PROGRAMS).find((program) => !existsSync(PROGRAMS[program] ?? ""));
  return name && `${name} is not installed`;
}

export const NODES = [1, 2, 3] as const;
export type Node = (typeof NODES)[number];

const LAST = "10.0.0.23";

/** The ports on which a machine of the cluster listens. */
const SERVICES = { postgres: 5432, patroni: 8008, etcd: 2379, peers: 2380 } as const;
type Service = keyof typeof SERVICES;
const PORTS = Object.keys(SERVICES) as Service[];
export const PORTS_NEEDED = NODES.length * PORTS.length;

export const PASSWORDS = {
  SUPERUSER_PASSWORD: "superuser",
  REPLICATION_PASSWORD: "replication",
  ROLE_PASSWORD: "role",
};

/** The ports of all machines and services on this machine. */
export type Ports = { of(node: Node, service: Service): number };

export function portsFrom(ports: number[]): Ports {
  return {
    of(node, service) {
      const port = ports[(node - 1) * PORTS.length + PORTS.indexOf(service)];
      if (port === undefined) throw new Error(`No port for ${service} of machine ${node}`);
      return port;
    },
  };
}

/** A shipped file, adapted for one machine of the cluster; the line that lists all three machines stays. */
export function shippedFile(name: string, ports: Ports, node: Node = 1): string {
  const lines = readFileSync(join(SHIPPED, name), "utf8").split("\n");
  const own = lines.map((line) =>
    line.includes(LAST) || node === 1
      ? line
      : line.replace("10.0.0.21", `10.0.0.2${node}`).replace("db1", `db${node}`),
  );
  return Object.entries(PASSWORDS).reduce(
    (text, [place, password]) => text.replaceAll(place, password),
    onThisMachine(own.join("\n"), ports),
  );
}

function onThisMachine(text: string, ports: Ports): string {
  const local = (node: string, port: string) => {
    const service = PORTS.find((name) => String(SERVICES[name]) === port);
    if (!service) throw new Error(`Nothing of a machine listens on ${port}`);
    return ports.of(Number(node) as Node, service);
  };
  return text
    .replace(/10\.0\.0\.2(\d):(\d+) check port (\d+)/g, (_, node, port, check) => {
      return `127.0.0.1:${local(node, port)} check port ${local(node, check)}`;
    })
    .replace(/10\.0\.0\.2(\d):(\d+)/g, (_, node, port) => `127.0.0.1:${local(node, port)}`)
    .replaceAll("10.0.0.0/24", "127.0.0.1/32");
}
