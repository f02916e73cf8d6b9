import { setTimeout } from "node:timers/promises";
import { etagOf } from "#contract/api/etag.ts";
import type { Storage } from "../../../server/storage/storage.ts";
import { readBack, written } from "../data/written.ts";
import { type Ending, httpConnection, type PlainRequest } from "../peers/http-connection.ts";
import type { ServerClient } from "../service/server-process.ts";

/** Many clients that save without a pause and record what was acknowledged. */

/** One save with everything that its retry needs: a retry is the same save under the same key. */
export type Save = {
  clientId: string;
  content: string;
  expectedRevision: number;
  idempotencyKey: string;
  submit: boolean;
};
export type AcknowledgedSave = Save & { revision: number; submittedAt: string | null };

export type Writers = ReturnType<typeof writersOf>;

type Writer = ServerClient & {
  connection: ReturnType<typeof httpConnection>;
  place: number;
  saves: number;
  revision: number;
  /** A save that was sent at least once and is not answered yet. */
  pending?: Save | undefined;
};

const RETRY_MS = 20;
/** One of this many writers asks before it sends its body, so that the server has visibly begun with the request. */
const ASKS_FIRST_EVERY = 5;
const FILLER = "We write invoices on Sunday evening. ".repeat(20);

/** Statuses of a proxy, or of a server without its database: the same request may succeed later. */
const TRY_AGAIN = [502, 503, 504];

type WriterOptions = {
  /** Every n-th save of each writer also submits. */
  submitEvery?: number;
  /** The longest wait of each writer after an answer, in milliseconds. */
  pauseMs?: number;
  /** How long each writer waits before it repeats an unanswered save, in milliseconds. */
  retryMs?: number;
  /** Whether an answer that asks for a retry counts as no answer and not as a fault. */
  isPatient?: boolean;
};

export function writersOf(
  url: string,
  clients: ServerClient[],
  {
    submitEvery = Number.POSITIVE_INFINITY,
    pauseMs = 0,
    retryMs = RETRY_MS,
    isPatient = false,
  }: WriterOptions = {},
) {
  const writers: Writer[] = clients.map((client, place) => ({
    ...client,
    connection: httpConnection(url),
    place,
    saves: 0,
    revision: 0,
  }));
  let isStopped = true;
  let running: Promise<unknown> = Promise.resolve();
  let acknowledged: AcknowledgedSave[] = [];
  let cuts: Save[] = [];
  let notAccepted = 0;
  let waiting: { missing: Set<string>; resolve: () => void } | undefined;

  async function run(writer: Writer): Promise<void> {
    while (!isStopped) {
      writer.pending ??= nextSave(writer, submitEvery);
      const ending = await writer.connection.send(requestOf(writer, writer.pending));
      const isAnswered = ending.kind === "answered" && !(isPatient && TRY_AGAIN.includes(ending.status));
      if (isAnswered) noteAnswer(writer, writer.pending, ending);
      else if (ending.kind === "cut") cuts.push(writer.pending);
      else notAccepted++;
      if (!isAnswered) await setTimeout(retryMs);
      else if (pauseMs > 0) await setTimeout(Math.random() * pauseMs);
    }
  }

  function noteAnswer(writer: Writer, save: Save, ending: Extract<Ending, { kind: "answered" }>): void {
    const { data } = JSON.parse(ending.body) as { data?: { revision: number; submittedAt: string | null } };
    if (ending.status !== 200 || data?.revision !== save.expectedRevision + 1) {
      throw new Error(`${JSON.stringify(save)} was answered with ${ending.status} ${ending.body}`);
    }
    acknowledged.push({ ...save, ...data });
    writer.revision = data.revision;
    writer.pending = undefined;
    waiting?.missing.delete(writer.clientId);
    if (waiting?.missing.size === 0) waiting.resolve();
  }

  return {
    start(): void {
      isStopped = false;
      running = Promise.all(writers.map(run));
      // the caller that awaits `running` reports the error
      running.catch(() => undefined);
    },

    /** Lets current requests end. Throws if a writer got any answer other than its next revision. */
    async stop(): Promise<void> {
      isStopped = true;
      await running;
    },

    /** Resolves once each writer has had another save acknowledged. */
    async everyoneSaves(): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting = { missing: new Set(writers.map(({ clientId }) => clientId)), resolve };
      await Promise.race([promise, running]);
    },

    /** The saves acknowledged since the last call. */
    takeAcknowledged(): AcknowledgedSave[] {
      const taken = acknowledged;
      acknowledged = [];
      return taken;
    },

    /** Requests that the server read and did not answer in full, since the last call. */
    takeCuts(): Save[] {
      const taken = cuts;
      cuts = [];
      return taken;
    },

    /** Saves that were sent and are still unanswered; the next start sends them again. */
    unanswered: (): Save[] => writers.flatMap(({ pending }) => pending ?? []),
    /** How many requests the server did not accept. */
    notAccepted: () => notAccepted,

    close(): void {
      isStopped = true;
      for (const { connection } of writers) connection.close();
    },
  };
}

function nextSave(writer: Writer, submitEvery: number): Save {
  const name = `${writer.place}-${++writer.saves}`;
  return {
    clientId: writer.clientId,
    content: `${name} ${FILLER}`,
    expectedRevision: writer.revision,
    idempotencyKey: name,
    submit: writer.saves % submitEvery === 0,
  };
}

function requestOf({ token, place }: Writer, save: Save): PlainRequest {
  return {
    ...saveRequest(token, save),
    ...(place % ASKS_FIRST_EVERY === 0 && { beforeBody: async () => undefined }),
  };
}

export function saveRequest(token: string, save: Omit<Save, "clientId">): PlainRequest {
  return {
    method: "PUT",
    path: "/v1/onboarding",
    token,
    headers: { "if-match": etagOf(save.expectedRevision), "idempotency-key": save.idempotencyKey },
    body: { data: written(save.content), ...(save.submit && { submit: true }) },
  };
}

/** The saves that are neither the record nor in its history. */
export async function missingSaves(storage: Storage, saves: AcknowledgedSave[]): Promise<AcknowledgedSave[]> {
  const missing: AcknowledgedSave[] = [];
  for (const save of saves) {
    if (!(await isStored(storage, save.clientId, save.revision, save.content))) missing.push(save);
  }
  return missing;
}

/** The unacknowledged saves that are stored nevertheless. */
export async function storedSaves(storage: Storage, saves: Save[]): Promise<Save[]> {
  const stored: Save[] = [];
  for (const save of saves) {
    if (await isStored(storage, save.clientId, save.expectedRevision + 1, save.content)) stored.push(save);
  }
  return stored;
}

async function isStored(storage: Storage, clientId: string, revision: number, content: string) {
  return readBack({ data: (await storage.records.loadRevision(clientId, revision)) ?? {} }) === content;
}
