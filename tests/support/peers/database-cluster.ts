import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { fixedPorts } from "../service/fixed-port.ts";
import { NODES, PASSWORDS, PORTS_NEEDED, type Ports, portsFrom, shippedFile } from "./cluster-files.ts";
import { type ClusterNode, clusterNode, type Killing } from "./cluster-node.ts";

const WHOLE_WITHIN_MS = 120_000;
const LOOK_AGAIN_MS = 100;

type Member = { name: string; role: string; state: string; timeline?: number };

/** Three real PostgreSQL servers under Patroni with etcd, configured by the files of deploy/cluster. */
export async function startCluster() {
  const ports = portsFrom(await fixedPorts(PORTS_NEEDED));
  const nodes = NODES.map((node) => clusterNode(node, ports));
  for (const node of nodes) node.start();
  const remove = async () => {
    for (const node of nodes) await node.remove();
  };
  try {
    await untilWhole(nodes);
    await createRole(await primaryOf(nodes), ports);
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    ports,
    nodes,
    /** Waits until one server is the primary and both others follow it. */
    untilWhole: () => untilWhole(nodes),
    /** Kills the primary; returns the killed node, which `start` brings back. */
    async killPrimary(what: Killing): Promise<ClusterNode> {
      const primary = await primaryOf(nodes);
      await primary.kill(what);
      return primary;
    },
    /** Waits until a server has acknowledged a commit on a direct connection. */
    untilWritable: () => untilWritable(nodes),
    remove,
  };
}

async function membersOf(nodes: ClusterNode[]): Promise<Member[]> {
  for (const { patroniUrl } of nodes) {
    const answer = await fetch(`${patroniUrl}/cluster`).catch(() => undefined);
    if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
  }
  return [];
}

async function primaryOf(nodes: ClusterNode[]): Promise<ClusterNode> {
  const leader = (await membersOf(nodes)).find(({ role }) => role === "leader");
  const primary = nodes.find(({ name }) => name === leader?.name);
  if (!primary) throw new Error("No server is the primary");
  return primary;
}

async function untilWhole(nodes: ClusterNode[]): Promise<void> {
  const end = performance.now() + WHOLE_WITHIN_MS;
  for (;;) {
    const members = await membersOf(nodes);
    const roles = members.map(({ role }) => role).sort();
    const isRunning = members.every(({ state }) => ["running", "streaming"].includes(state));
    if (isRunning && roles.join() === "leader,replica,sync_standby" && (await followers(nodes)) === 2) return;
    if (performance.now() > end) throw new Error(`The cluster is not whole: ${JSON.stringify(members)}`);
    await setTimeout(LOOK_AGAIN_MS);
  }
}

async function followers(nodes: ClusterNode[]): Promise<number> {
  const sql = "select count(*)::int as count from pg_stat_replication where state = 'streaming'";
  return onNode(await primaryOf(nodes), async (client) => (await client.query(sql)).rows[0].count).catch(
    () => 0,
  );
}

/** Connects as the superuser; ends the connection even while a statement waits for a standby. */
async function onNode<Result>(
  { port }: ClusterNode,
  work: (client: pg.Client) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const connectionString = `postgres://postgres:${PASSWORDS.SUPERUSER_PASSWORD}@127.0.0.1:${port}/postgres`;
  const client = new pg.Client({ connectionString });
  client.on("error", () => undefined);
  signal?.addEventListener("abort", () => void client.end().catch(() => undefined));
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function createRole(primary: ClusterNode, ports: Ports): Promise<void> {
  const statements = shippedFile("create-role.sql", ports).split(";\n");
  await onNode(primary, async (client) => {
    // runs statements one by one, because a database cannot be created in a transaction
    for (const statement of statements) await client.query(statement);
    await client.query("create table probes (name text)");
  });
}

async function untilWritable(nodes: ClusterNode[]): Promise<void> {
  const over = new AbortController();
  const commit = (client: pg.Client) => client.query("insert into probes values ('acknowledged')");
  const attempts = nodes.map(async (node) => {
    while (!over.signal.aborted) {
      const isStored = await onNode(node, commit, over.signal).then(
        () => true,
        () => false,
      );
      if (isStored) return;
      await setTimeout(LOOK_AGAIN_MS / 2);
    }
  });
  await Promise.race(attempts);
  over.abort();
  await Promise.all(attempts);
}
