import * as z from "zod/mini";
import { failureSchema } from "#contract/calls.ts";
import type { Endpoint } from "#contract/endpoints.ts";
import { t } from "../translate.ts";
import { CallFailure } from "./call-failure.ts";

/** No form of another site can send it (decision 16). */
const CONSOLE_HEADER = { "x-firsthand-console": "1" };
const TIMEOUT_MS = 20_000;

type Call<Data> = {
  endpoint: Endpoint;
  schema: z.ZodMiniType<Data>;
  /** What stands for `:name` in the endpoint's path. */
  params?: { [name: string]: string };
  query?: { [name: string]: string | number };
  body?: unknown;
};

/** The only fetch of the console. Rejects with CallFailure. */
export async function call<Data>({ endpoint, schema, params, query, body }: Call<Data>): Promise<Data> {
  const response = await ask(addressOf(endpoint, params, query), {
    method: endpoint.method,
    headers: { ...CONSOLE_HEADER, ...(body !== undefined && { "content-type": "application/json" }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw failureOf(response.status, answer);
  const parsed = z.safeParse(z.object({ data: schema }), answer);
  if (!parsed.success) throw new CallFailure("UNREADABLE", t("failure.unreadable"), response);
  return parsed.data.data;
}

/** For players and downloads, which ask by themselves; the browser sends the cookie. */
export function addressOf(
  { path }: Endpoint,
  params: { [name: string]: string } = {},
  query: { [name: string]: string | number } = {},
): string {
  const filled = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ""));
  const asked = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return asked.size === 0 ? filled : `${filled}?${asked}`;
}

async function ask(address: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(address, request);
  } catch (cause) {
    throw new CallFailure("NETWORK", t("failure.network"), { cause } as object);
  }
}

function failureOf(status: number, answer: unknown): CallFailure {
  const told = z.safeParse(failureSchema, answer);
  if (!told.success) return new CallFailure("UNREADABLE", t("failure.unreadable"), { status });
  const { code, message, details = [] } = told.data;
  return new CallFailure(code, message, { status, details });
}
