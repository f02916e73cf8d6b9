import { vi } from "vitest";
import { SEEN_FOLLOW_UPS_HEADER } from "#contract/api/calls.ts";
import { etagOf, revisionOf } from "#contract/api/etag.ts";
import type { RecordInput } from "#contract/record/record.ts";

/**
 * What happens to a save on its way. The server does not store saves with the first three faults, and stores the
 * others.
 */
export type Fault =
  | "no connection"
  | number
  | "required missing"
  | "lost answer"
  | "500 after storing"
  | "HTML"
  | "broken JSON"
  | "another shape";

export type ReceivedSave = {
  body: { data: RecordInput; submit?: boolean };
  ifMatch: string | null;
  key: string | null;
  /** Which of the manager's questions the client saw. */
  seenAsk: string | null;
  token: string | null;
  keepalive: boolean;
};

const SAVED_AT = "2026-03-01T12:00:00.000Z";

type Serving = {
  /** Answers calls about takes; returns undefined for other calls. */
  takes?: { answer(address: string, request: RequestInit): Promise<Response | undefined> };
  countsRevisions?: boolean;
  /** Responses to further calls, by method and address. */
  also?: { [call: string]: () => Response };
};
type Stored = { revision: number; submittedAt: string | null };

/**
 * Answers a draft's calls from memory as the server does, with revisions, `If-Match` and `Idempotency-Key`. It replaces
 * `fetch`; `vi.unstubAllGlobals` restores it.
 */
export function fakeServer({ countsRevisions = true, also = {}, takes }: Serving = {}) {
  let record: RecordInput = {};
  let revision = 0;
  let submittedAt: string | null = null;
  const done = new Map<string, Stored>();
  const faults: Fault[] = [];
  const loadFaults: Fault[] = [];
  const saves: ReceivedSave[] = [];
  const order: string[] = [];
  let gates: (() => void)[] | undefined;

  const json = (body: unknown, status = 200) => {
    const etag = countsRevisions ? { etag: etagOf(revision) } : undefined;
    return Response.json(body, { status, ...(etag && { headers: etag }) });
  };

  const conflict = () => json({ code: "CONFLICT", message: "The record has moved on.", revision }, 412);

  function store(save: ReceivedSave): Stored | undefined {
    const before = save.key === null ? undefined : done.get(save.key);
    if (before) return before;
    const wanted = countsRevisions ? revisionOf(save.ifMatch ?? undefined) : undefined;
    if (wanted !== undefined && wanted !== revision) return undefined;
    record = save.body.data;
    revision += 1;
    if (save.body.submit) submittedAt = SAVED_AT;
    const stored = { revision, submittedAt };
    if (save.key !== null) done.set(save.key, stored);
    return stored;
  }

  function answerSave(save: ReceivedSave): Response {
    const fault = faults.shift();
    if (fault === "no connection") throw new TypeError("Failed to fetch");
    if (fault === 412) return conflict();
    if (typeof fault === "number") return json({ code: "NO", message: "No." }, fault);
    if (fault === "required missing")
      return json({ code: "REQUIRED_MISSING", message: "Something must be answered." }, 422);
    const stored = store(save);
    if (!stored) return conflict();
    if (fault) return strangeAnswer(fault);
    const { revision: latest, ...rest } = { ...stored, savedAt: SAVED_AT };
    return json({ data: countsRevisions ? { revision: latest, ...rest } : rest });
  }

  function answerLoad(): Response {
    const fault = loadFaults.shift();
    if (fault === "no connection") throw new TypeError("Failed to fetch");
    if (typeof fault === "number") return json({ code: "NO", message: "No." }, fault);
    return revision === 0
      ? json({ code: "NOT_FOUND", message: "Nothing here." }, 404)
      : json({ data: record });
  }

  async function answer(address: string, request: RequestInit): Promise<Response> {
    const call = `${request.method} ${address}`;
    if (call === "GET /v1/onboarding/status") return json({ data: { updatedAt: SAVED_AT, submittedAt } });
    if (call === "GET /v1/onboarding/follow-ups") return json({ data: [] });
    const ofTake = await takes?.answer(address, request);
    if (ofTake) return ofTake;
    const further = also[call];
    if (further) return further();
    order.push(call);
    if (call === "GET /v1/onboarding") return answerLoad();
    if (call !== "PUT /v1/onboarding") throw new Error(`Nobody expected ${call}`);
    const save = receivedSave(request);
    saves.push(save);
    const open = gates;
    if (open) await new Promise<void>((resolve) => open.push(resolve));
    return answerSave(save);
  }
  vi.stubGlobal("fetch", answer);

  return {
    saves,
    /** The loads and saves in order, without calls for the status and follow-ups. */
    order,
    record: () => record,
    revision: () => revision,
    /** The faults that the next saves or loads meet. */
    meet: (...next: Fault[]) => void faults.push(...next),
    meetAtLoad: (...next: Fault[]) => void loadFaults.push(...next),
    /** Saves from another device. */
    saveElsewhere(data: RecordInput): void {
      record = data;
      revision += 1;
    },
    /** From now on each save waits until it is released. */
    hold: () => {
      gates = [];
    },
    waiting: () => gates?.length ?? 0,
    letGo: () => gates?.shift()?.(),
  };
}

function receivedSave({ body, headers, keepalive = false }: RequestInit): ReceivedSave {
  const sent = new Headers(headers);
  return {
    body: JSON.parse(String(body)),
    ifMatch: sent.get("if-match"),
    key: sent.get("idempotency-key"),
    seenAsk: sent.get(SEEN_FOLLOW_UPS_HEADER),
    token: sent.get("authorization"),
    keepalive,
  };
}

function strangeAnswer(fault: Exclude<Fault, number | "no connection" | "required missing">): Response {
  const asJson = { headers: { "content-type": "application/json" } };
  switch (fault) {
    case "lost answer":
      throw new TypeError("network error");
    case "500 after storing":
      return new Response("<h1>Bad gateway</h1>", { status: 502 });
    case "HTML":
      return new Response("<h1>Please sign in to this network</h1>", {
        headers: { "content-type": "text/html" },
      });
    case "broken JSON":
      return new Response('{"data":{"revi', asJson);
    case "another shape":
      return new Response('{"data":{"revision":"seven"}}', asJson);
  }
}
