import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { endProcess } from "../service/end-process.ts";
import { fixedPort } from "../service/fixed-port.ts";

const PROGRAM = "/usr/sbin/haproxy";

export type LoadBalancer = { url: string; close(): Promise<void> };

/** A real HAProxy in front of these servers; each request goes to the next one that is ready. */
export async function startLoadBalancer(servers: string[]): Promise<LoadBalancer> {
  const port = await fixedPort();
  return startHaproxy(port, configurationOf(port, servers));
}

/** A real HAProxy that listens on this port of the loopback. */
export async function startHaproxy(port: number, configuration: string): Promise<LoadBalancer> {
  const folder = mkdtempSync(join(tmpdir(), "firsthand-haproxy-"));
  const file = join(folder, "haproxy.cfg");
  writeFileSync(file, configuration);
  const child = spawn(PROGRAM, ["-db", "-q", "-f", file], { stdio: "ignore" });
  await untilItListens(port, child);
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      await endProcess(child);
      rmSync(folder, { recursive: true });
    },
  };
}

function configurationOf(port: number, servers: string[]): string {
  const lines = servers.map((url, place) => `  server s${place} ${new URL(url).host} check`);
  return `
global
  maxconn 2000
defaults
  mode http
  retries 2
  option redispatch
  timeout connect 1s
  timeout client 60s
  timeout server 30s
frontend clients
  bind 127.0.0.1:${port}
  default_backend servers
backend servers
  balance roundrobin
  option httpchk GET /readyz
  timeout check 2s
  default-server inter 500ms fall 2 rise 1
${lines.join("\n")}
`;
}

async function untilItListens(port: number, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null)
      throw new Error(`HAProxy ended with ${child.exitCode}: its configuration is wrong`);
    const socket = connect(port, "127.0.0.1");
    const isUp = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isUp) return;
    await setTimeout(20);
  }
}
