import { hash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { DatabaseSync } from "node:sqlite";

/**
 * The bare cost of a save and a load: `echo` parses the body and answers; `writes` also makes the writes of one of our
 * saves (head, revision, idempotency key) in groups, with the same durability. A load answers the bytes of the last
 * save from memory. Arguments: mode, database file.
 */
const [mode, file] = process.argv.slice(2);

type Waiting = { client: string; key: string; body: string; done: () => void };
const store = mode === "writes" && file ? openStore(file) : undefined;
const last = new Map<string, string>();

const server = createServer((request, response) => {
  const { authorization: client = randomUUID(), "idempotency-key": key = randomUUID() } = request.headers;
  if (request.method === "GET") return answer(response, last.get(client) ?? '{"data":{}}');
  void save({ client, key: String(key) }, request, response);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.stdout.write(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}\n`);
});

async function save(
  { client, key }: Pick<Waiting, "client" | "key">,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { data } = JSON.parse(await textOf(request));
  const body = JSON.stringify(data);
  last.set(client, `{"data":${body}}`);
  if (store) await new Promise<void>((done) => store({ client, key, body, done }));
  const saved = { revision: 1, savedAt: new Date().toISOString(), submittedAt: null };
  answer(response, JSON.stringify({ data: saved }));
}

function textOf(request: IncomingMessage): Promise<string> {
  return new Promise((settle) => {
    let text = "";
    request.setEncoding("utf8");
    request.on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", () => settle(text));
  });
}

function answer(response: ServerResponse, body: string): void {
  response.writeHead(200, { "content-type": "application/json; charset=utf-8" });
  response.end(body);
}

function openStore(path: string) {
  const db = new DatabaseSync(path);
  db.exec("pragma journal_mode = wal; pragma synchronous = 2; pragma secure_delete = 1");
  db.exec(
    "create table heads (client text primary key, revision integer, content_hash text, saved_at integer)",
  );
  db.exec(
    "create table revisions (client text, revision integer, body blob, saved_at integer, primary key (client, revision))",
  );
  db.exec("create table keys (client text, key text, revision integer, primary key (client, key))");
  const read = db.prepare("select revision from heads where client = ?");
  const put = db.prepare(
    "insert into heads values (?, ?, ?, ?) on conflict (client) do update set revision = excluded.revision, content_hash = excluded.content_hash, saved_at = excluded.saved_at",
  );
  const add = db.prepare("insert into revisions values (?, ?, ?, ?)");
  const remember = db.prepare("insert into keys values (?, ?, ?)");
  const encoder = new TextEncoder();
  let queue: Waiting[] = [];

  const flush = () => {
    const group = queue;
    queue = [];
    db.exec("begin immediate");
    for (const { client, key, body } of group) {
      const revision = Number(read.get(client)?.revision ?? 0) + 1;
      const now = Date.now();
      add.run(client, revision, encoder.encode(body), now);
      put.run(client, revision, hash("sha256", body), now);
      remember.run(client, key, revision);
    }
    db.exec("commit");
    for (const { done } of group) done();
  };
  return (waiting: Waiting) => {
    if (queue.length === 0) setImmediate(flush);
    queue.push(waiting);
  };
}
