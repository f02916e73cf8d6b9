import { expect } from "vitest";
import type { CurrentManager, Role } from "#contract/manage/accounts.ts";
import { addManager } from "../../../server/managers/accounts.ts";
import type { Service } from "../service/service.ts";

export const PASSWORD = "correct horse battery";
/** The header of the console's own calls; a page of another site cannot send it. */
export const CONSOLE = { "x-firsthand-console": "1" };

export type ConsoleCaller = Awaited<ReturnType<typeof consoleCaller>>;

let count = 0;

/** An account manager with their own account, signed in by a cookie as the console is. */
export async function consoleCaller(service: Service, role: Role = "manager") {
  const email = `manager-${++count}@example.com`;
  const account = { name: `Manager ${count}`, email, role };
  const actor = { actor: "operator", at: service.time.now };
  const link = await addManager(service.storage, account, actor);
  if (!link) throw new Error("The account was not made");
  const body = { token: link.token, password: PASSWORD };
  const response = await service.call("POST", "/v1/manage/auth/link", { body, headers: CONSOLE });
  const { data } = (await response.json()) as { data: CurrentManager };
  expect(data).toMatchObject({ email, role });
  const cookie = cookieOf(response);

  const call = (method: string, path: string, sent?: unknown) =>
    service.call(method, `/v1/manage${path}`, {
      headers: { ...CONSOLE, cookie },
      ...(sent !== undefined && { body: sent }),
    });
  return {
    ...account,
    managerId: data.managerId,
    cookie,
    call,
    /** The data of a call that succeeds. */
    async read<Data>(path: string): Promise<Data> {
      return dataOf<Data>(await call("GET", path));
    },
    async send<Data>(method: string, path: string, sent?: unknown): Promise<Data> {
      return dataOf<Data>(await call(method, path, sent));
    },
  };
}

/** A signed-in client whom this manager looks after. */
export async function signInClientOf(service: Service, { managerId }: ConsoleCaller, name = "Rosa's Bakery") {
  const client = await service.signIn(name);
  await service.storage.clients.change(client.clientId, { managerId }, []);
  return client;
}

/** The session cookie, as the browser sends it back. */
export function cookieOf(response: Response): string {
  return response.headers.get("set-cookie")?.split(";")[0] ?? "";
}

/** The cookie by which the account knows the browser, as the browser sends it back. */
export function browserCookieOf(response: Response): string {
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
  return cookies.find((cookie) => cookie.includes("firsthand-known=")) ?? "";
}

async function dataOf<Data>(response: Response): Promise<Data> {
  const body = (await response.json()) as { data: Data };
  expect([response.status, body]).toEqual([200, { data: expect.anything() }]);
  return body.data;
}
