import { randomUUID } from "node:crypto";
import { scopeNames, type TokenScope } from "#contract/api/scopes.ts";
import { HOUR_MS } from "#contract/instants.ts";
import type { ApiToken } from "#contract/manage/accounts.ts";
import { CONSOLE, type ConsoleCaller, consoleCaller, PASSWORD } from "../../support/data/console-caller.ts";
import type { Service } from "../../support/service/service.ts";

/** A caller who tries every route, with what the access rules need to know about them. */
export type TriedCaller = {
  name: string;
  headers: { [name: string]: string };
  is:
    | { role: "stranger" }
    | { role: "client"; clientId: string; by: "session" }
    | { role: "operator"; by: "token" }
    | { role: "manager" | "administrator"; managerId: string; by: "session" }
    | { role: "manager" | "administrator"; managerId: string; by: "token"; scopes: readonly TokenScope[] };
  /** Where a browser's request says it comes from. Calls from our own page have the console's header. */
  comes?: "unmarked" | "from elsewhere";
};
const stranger = { role: "stranger" } as const;
const bearer = (token: string) => ({ ...CONSOLE, authorization: `Bearer ${token}` });
const cookie = (text: string) => ({ ...CONSOLE, cookie: text });

type TokenKind = { days?: number; scopes?: readonly TokenScope[] };

export type People = Awaited<ReturnType<typeof signInPeople>>;

/** Three clients, two of them with an account manager each, and the accounts. */
export async function signInPeople(service: Service) {
  const rosa = await service.signIn("Rosa's Bakery");
  const ben = await service.signIn("Ben's Bikes");
  const cara = await service.signIn("Cara's Cars");
  const owner = await consoleCaller(service);
  const other = await consoleCaller(service);
  const admin = await consoleCaller(service, "administrator");
  const revoked = await consoleCaller(service);
  await service.storage.managers.revoke({ managerId: revoked.managerId, at: service.time.now }, []);
  await service.storage.clients.change(rosa.clientId, { managerId: owner.managerId }, []);
  await service.storage.clients.change(ben.clientId, { managerId: other.managerId }, []);
  return { rosa, ben, cara, owner, other, admin, revoked };
}

/** Callers whose credentials have expired; this moves the clock. */
export async function callersOfYesterday(service: Service): Promise<TriedCaller[]> {
  const { time } = service;
  const client = await service.signIn("Uma's Umbrellas");
  const manager = await consoleCaller(service);
  const { token } = await addToken(manager, { days: 1 });
  // used in between, so that these sessions end only because of their age
  for (let hours = 0; hours < 24; hours += 6) {
    time.now += 6 * HOUR_MS;
    await service.call("GET", "/v1/onboarding/status", { token: client.token });
    await service.call("GET", "/v1/manage/me", { headers: cookie(manager.cookie) });
  }
  const idleClient = await service.signIn("Ivo's Ices");
  const idleManager = await consoleCaller(service);
  time.now += 9 * HOUR_MS;
  return [
    { name: "a client whose session is a day old", headers: bearer(client.token), is: stranger },
    { name: "a client whose session nobody used", headers: bearer(idleClient.token), is: stranger },
    { name: "a manager whose session is a day old", headers: cookie(manager.cookie), is: stranger },
    { name: "a manager whose session nobody used", headers: cookie(idleManager.cookie), is: stranger },
    { name: "a manager's token past its day", headers: bearer(token), is: stranger },
  ];
}

/** Callers whose credentials were valid today but have been revoked. */
export async function callersOfBefore(service: Service): Promise<TriedCaller[]> {
  const { storage, time } = service;
  const keyless = await service.signIn("Kim's Keys");
  await storage.accessKeys.revoke(keyless.keyId, time.now, []);
  const gone = await service.signIn("Lou's Lamps");
  await service.call("POST", "/v1/auth/logout", { token: gone.token });
  const revoked = await consoleCaller(service);
  const { token: theirs } = await addToken(revoked);
  await storage.managers.revoke({ managerId: revoked.managerId, at: time.now }, []);
  const out = await consoleCaller(service);
  await out.send("POST", "/auth/sign-out");
  const robot = await consoleCaller(service);
  const dead = await addToken(robot);
  await robot.send("DELETE", `/me/tokens/${dead.tokenId}`);
  return [
    { name: "a client whose key is revoked", headers: bearer(keyless.token), is: stranger },
    { name: "a client who has logged out", headers: bearer(gone.token), is: stranger },
    { name: "a revoked manager", headers: cookie(revoked.cookie), is: stranger },
    { name: "a revoked manager's token", headers: bearer(theirs), is: stranger },
    { name: "a manager who has signed out", headers: cookie(out.cookie), is: stranger },
    { name: "a manager's revoked token", headers: bearer(dead.token), is: stranger },
  ];
}

/** Callers without a credential, with an invalid one, or with a valid one in the wrong place. */
export function strangers({ rosa, owner }: People): TriedCaller[] {
  const session = owner.cookie.split("=")[1] ?? "";
  const headers: { [name: string]: TriedCaller["headers"] } = {
    nobody: { ...CONSOLE },
    "an empty header": { ...CONSOLE, authorization: "" },
    "a junk token": bearer("junk"),
    "a session's token that nobody has": bearer(`fhs_${"A".repeat(43)}`),
    "a program's token that nobody has": bearer(`fhm_${"A".repeat(43)}`),
    "an access key for a token": bearer(rosa.accessKey),
    "a token without its scheme": { ...CONSOLE, authorization: rosa.token },
    "a token under another scheme": { ...CONSOLE, authorization: `Basic ${rosa.token}` },
    "a token with something behind it": bearer(`${rosa.token} x`),
    "a token in other letters": bearer(rosa.token.toUpperCase()),
    "a cookie that no session has": cookie(`firsthand-console=fhc_${"A".repeat(43)}`),
    "junk for a cookie": cookie("firsthand-console=%00; firsthand-console; =x"),
    "a client's token for a cookie": cookie(`firsthand-console=${rosa.token}; token=${rosa.token}`),
    "a console's cookie for a token": bearer(session),
    "a console's cookie under a junk token": { ...cookie(owner.cookie), authorization: "Bearer junk" },
    "a console's cookie under the other name": cookie(`__Host-firsthand-console=${session}`),
  };
  return Object.entries(headers).map(([name, sent]) => ({ name, headers: sent, is: stranger }));
}

/** Callers with valid credentials, one for each way to sign in. */
export async function callersOfToday(people: People, operatorToken: string): Promise<TriedCaller[]> {
  const { rosa, ben, owner, other, admin } = people;
  const asClient = ({ clientId, token }: typeof rosa) => ({
    headers: bearer(token),
    is: { role: "client", clientId, by: "session" } as const,
  });
  const as = ({ managerId, role }: ConsoleCaller) => ({ role, managerId, by: "session" }) as const;
  const { "x-firsthand-console": _, ...unmarked } = cookie(owner.cookie);
  return [
    { name: "the operator's program", headers: bearer(operatorToken), is: { role: "operator", by: "token" } },
    { name: "a client", ...asClient(rosa) },
    { name: "another client", ...asClient(ben) },
    { name: "a manager", headers: cookie(owner.cookie), is: as(owner) },
    { name: "another manager", headers: cookie(other.cookie), is: as(other) },
    { name: "an administrator", headers: cookie(admin.cookie), is: as(admin) },
    ...(await tokensOf(owner, "a manager's")),
    ...(await tokensOf(admin, "an administrator's")),
    { name: "a manager's cookie without the header", headers: unmarked, is: as(owner), comes: "unmarked" },
    ...["cross-site", "same-site", "nonsense"].map((site) => ({
      name: `a manager's cookie on a ${site} request`,
      headers: { ...cookie(owner.cookie), "sec-fetch-site": site, origin: "https://evil.example" },
      is: as(owner),
      comes: "from elsewhere" as const,
    })),
  ];
}

/** A token with all scopes, and one for each single scope. */
async function tokensOf(manager: ConsoleCaller, whose: string): Promise<TriedCaller[]> {
  const { managerId, role } = manager;
  const kinds = [
    { name: `${whose} token`, scopes: scopeNames },
    ...scopeNames.map((scope) => ({ name: `${whose} token for ${scope} alone`, scopes: [scope] })),
  ];
  const callers: TriedCaller[] = [];
  for (const { name, scopes } of kinds) {
    const { token } = await addToken(manager, { scopes });
    callers.push({ name, headers: bearer(token), is: { role, managerId, by: "token", scopes } });
  }
  return callers;
}

function addToken(manager: ConsoleCaller, { days = 30, scopes = scopeNames }: TokenKind = {}) {
  return manager.send<ApiToken & { token: string }>("POST", "/me/tokens", {
    name: randomUUID(),
    days,
    scopes,
    password: PASSWORD,
  });
}
