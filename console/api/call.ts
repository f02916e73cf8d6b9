import * as z from "zod/mini";
import type { Endpoint } from "#contract/api/endpoints.ts";
import { failureSchema } from "#contract/api/failure.ts";
import { spoken } from "../../web/ui/language/spoken-language.ts";
import { t } from "../translate.ts";
import { CallFailure } from "./call-failure.ts";

/** No form of another site can send it (decision 16). */
const CONSOLE_HEADER = { "x-firsthand-console": "1" };
const TIMEOUT_MS = 20_000;

type Request = {
  endpoint: Endpoint;
  /** What stands for `:name` in the endpoint's path. */
  params?: { [name: string]: string };
  query?: { [name: string]: string | number };
  body?: unknown;
  timeoutMs?: number;
};

type Call<Data> = Request & { schema: z.ZodMiniType<Data> };

/** A call that answers JSON. Rejects with CallFailure. */
export async function call<Data>({ schema, ...request }: Call<Data>): Promise<Data> {
  const response = await send(request);
  const parsed = z.safeParse(z.object({ data: schema }), await jsonOf(response));
  if (!parsed.success)
    throw new CallFailure("UNREADABLE", t("failure.unreadable"), { status: response.status });
  return parsed.data.data;
}

/** A call that answers with a file. Rejects with CallFailure. */
export async function callForFile(request: Request): Promise<Blob> {
  return (await send(request)).blob();
}

/** The only fetch of the console. */
async function send(request: Request): Promise<Response> {
  const { endpoint, params, query, body, timeoutMs = TIMEOUT_MS } = request;
  const response = await ask(addressOf(endpoint, params, query), {
    method: endpoint.method,
    headers: {
      ...CONSOLE_HEADER,
      "accept-language": spoken(),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) throw failureOf(response.status, await jsonOf(response));
  return response;
}

function jsonOf(response: Response): Promise<unknown> {
  return response.json().catch(() => undefined);
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
  } catch {
    throw new CallFailure("NETWORK", t("failure.network"));
  }
}

function failureOf(status: number, answer: unknown): CallFailure {
  const told = z.safeParse(failureSchema, answer);
  if (!told.success) return new CallFailure("UNREADABLE", t("failure.unreadable"), { status });
  const { code, message, details = [] } = told.data;
  return new CallFailure(code, message, { status, details });
}
