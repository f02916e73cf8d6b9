import { randomUUID } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import type { CloseTakeRequest, Take, TakeState } from "#contract/api/calls.ts";
import { TAKE_PART_MAX_BYTES } from "#contract/limits.ts";
import type { Service } from "../service/service.ts";

export type Sound = Buffer<ArrayBuffer>;

/** Bytes that begin like a recorder's WebM; a server that does not convert recordings checks no more than that. */
export function recording(length: number): Sound {
  const header = Buffer.from("\u001aE\u00df\u00a3\u009fB\u0086\u0081\u0001B\u0082\u0084webm", "latin1");
  const bytes = Buffer.alloc(length, "sound ");
  header.copy(bytes);
  // makes every part different
  for (let at = header.length; at + 4 <= length; at += 1_024) bytes.writeUInt32LE(at, at);
  return bytes;
}

/** The parts into which a device cuts a recording, numbered from 0. */
export function partsOf(sound: Sound): Sound[] {
  const count = Math.ceil(sound.length / TAKE_PART_MAX_BYTES);
  return Array.from({ length: count }, (_, part) =>
    sound.subarray(part * TAKE_PART_MAX_BYTES, (part + 1) * TAKE_PART_MAX_BYTES),
  );
}

export const closing = (parts: number, more: Partial<CloseTakeRequest> = {}): CloseTakeRequest => ({
  question: "customer-acquisition",
  parts,
  mimeType: "audio/webm;codecs=opus",
  durationMs: 2_000,
  ...more,
});

type Headers = { [name: string]: string };

/** The calls of one client about one take. */
export function takeCalls(
  { call, url }: Pick<Service, "call" | "url">,
  token: string,
  takeId = randomUUID(),
) {
  const path = `/v1/onboarding/takes/${takeId}`;
  return {
    takeId,
    path,
    sendPart: (part: number | string, body: Uint8Array<ArrayBuffer>, headers: Headers = {}) =>
      fetch(`${url}${path}/parts/${part}`, {
        method: "PUT",
        headers: { authorization: `Bearer ${token}`, "content-type": "audio/webm;codecs=opus", ...headers },
        body,
      }),
    close: (body: unknown) => call("PUT", path, { token, body }),
    find: () => call("GET", path, { token }),
    hear: (headers: Headers = {}, method = "GET") => call(method, `${path}/audio`, { token, headers }),
    drop: () => call("DELETE", path, { token }),
    retry: () => call("POST", `${path}/transcription`, { token }),
  };
}

export type TakeCalls = ReturnType<typeof takeCalls>;

/** Sends a complete recording. */
export async function sendTake(take: TakeCalls, sound = recording(1_000)): Promise<void> {
  const parts = partsOf(sound);
  for (const [number, part] of parts.entries()) await take.sendPart(number, part);
  const response = await take.close(closing(parts.length));
  if (response.status !== 200) throw new Error(await response.text());
}

export async function takeIn(response: Response): Promise<Take> {
  return ((await response.json()) as { data: Take }).data;
}

/** Puts every take of a service into the state in which the worker would leave it, with this transcript. */
export function settleTakes({ config }: Service, state: TakeState, transcript: string | null = null): void {
  const database = new DatabaseSync(config.databaseFile);
  const bytes = transcript === null ? null : new TextEncoder().encode(transcript);
  database.prepare("update takes set state = ?, transcript = ?, duration_ms = 1234").run(state, bytes);
  database.prepare("delete from jobs").run();
  database.close();
}

/** What a service stores about takes, by table. */
export function takeRows({ config }: Pick<Service, "config">) {
  const database = new DatabaseSync(config.databaseFile, { readOnly: true });
  const count = (table: string) => Number(database.prepare(`select count(*) as n from ${table}`).get()?.n);
  const jobs = database.prepare("select dedupe_key from jobs").all();
  const rows = { takes: count("takes"), parts: count("take_parts"), pieces: count("audio_pieces") };
  database.close();
  return { ...rows, jobs: jobs.map((row) => String(row.dedupe_key)) };
}
