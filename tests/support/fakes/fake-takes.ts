import type { Take, TakeState } from "#contract/api/calls.ts";
import { TAKE_PART_MAX_BYTES } from "#contract/limits.ts";

/** What happens to a call for a take on its way. */
export type TakeFault = "no connection" | "lost answer" | { status: number; code: string };

type StoredTake = {
  parts: Map<number, string>;
  closed: { question: string } | undefined;
  facts: Partial<Take>;
};

const ADDRESS = /^\/v1\/onboarding\/takes\/(?<id>[\w-]+)(?:\/(?<rest>.+))?$/;

/** Answers calls for takes from memory. Strict: it refuses what the server refuses. */
export function fakeTakes() {
  const takes = new Map<string, StoredTake>();
  const faults: TakeFault[] = [];
  const calls: string[] = [];

  const json = (data: unknown, status = 200) => Response.json({ data }, { status });
  const refuse = (status: number, code: string) => Response.json({ code, message: code }, { status });

  function takeOf(id: string): Take | undefined {
    const take = takes.get(id);
    if (!take) return undefined;
    return {
      takeId: id,
      state: take.closed ? "queued" : "receiving",
      parts: take.closed ? [] : [...take.parts.keys()],
      question: take.closed?.question ?? null,
      durationMs: null,
      transcript: null,
      isPlayable: false,
      ...take.facts,
    };
  }

  async function putPart(id: string, part: number, { body, headers }: RequestInit): Promise<Response> {
    const sound = body as Blob;
    if (sound.size > TAKE_PART_MAX_BYTES || sound.size === 0) return refuse(413, "TAKE_TOO_LARGE");
    if (!new Headers(headers).get("content-type")?.startsWith("audio/")) return refuse(415, "TAKE_NOT_AUDIO");
    const take = takes.get(id) ?? { parts: new Map<number, string>(), closed: undefined, facts: {} };
    if (take.closed) return refuse(409, "TAKE_IN_USE");
    const text = await sound.text();
    if ((take.parts.get(part) ?? text) !== text) return refuse(409, "TAKE_MISMATCH");
    take.parts.set(part, text);
    takes.set(id, take);
    return json({ sha256: "" });
  }

  function close(id: string, body: { question: string; parts: number }): Response {
    const take = takes.get(id);
    const isWhole =
      take && Array.from({ length: body.parts }, (_, part) => take.parts.has(part)).every(Boolean);
    if (!isWhole) return refuse(422, "VALIDATION_ERROR");
    take.closed = { question: body.question };
    return json(takeOf(id));
  }

  async function act(id: string, call: string, request: RequestInit): Promise<Response> {
    const part = /^PUT parts\/(\d+)$/.exec(call)?.[1];
    if (part !== undefined) return putPart(id, Number(part), request);
    if (call === "PUT ") return close(id, JSON.parse(String(request.body)));
    const take = takeOf(id);
    if (!take) return refuse(404, "NOT_FOUND");
    if (call === "GET ") return json(take);
    if (call === "GET audio") return new Response(soundOf(id), { headers: { "content-type": "audio/mp4" } });
    if (call === "POST transcription") return json(tell(id, "queued"));
    if (call !== "DELETE ") throw new Error(`Nobody expected ${call} of a take`);
    takes.delete(id);
    return json({});
  }

  function soundOf(id: string): string {
    const parts = [...(takes.get(id)?.parts ?? [])].sort(([one], [other]) => one - other);
    return parts.map(([, text]) => text).join("");
  }

  function tell(id: string, state: TakeState, more: Partial<Take> = {}): Take {
    const take = takes.get(id) ?? { parts: new Map<number, string>(), closed: { question: "" }, facts: {} };
    take.facts = { state, ...more };
    takes.set(id, take);
    return takeOf(id) as Take;
  }

  return {
    calls,
    soundOf,
    takeOf,
    /** Sets the outcome of a take, as the worker would. */
    tell,
    /** The faults that the next calls meet. */
    meet: (...next: TakeFault[]) => void faults.push(...next),

    /** Returns undefined for a call that is not about a take. */
    async answer(address: string, request: RequestInit): Promise<Response | undefined> {
      const { id, rest = "" } = ADDRESS.exec(address)?.groups ?? {};
      if (id === undefined) return undefined;
      const call = `${request.method} ${rest}`;
      calls.push(`${call.trim()} ${id}`);
      const fault = faults.shift();
      if (fault === "no connection") throw new TypeError("Failed to fetch");
      if (typeof fault === "object") return refuse(fault.status, fault.code);
      const response = await act(id, call, request);
      if (fault === "lost answer") throw new TypeError("network error");
      return response;
    },
  };
}

export type FakeTakes = ReturnType<typeof fakeTakes>;
