import fc from "fast-check";
import { roles } from "#contract/manage/accounts.ts";
import { signInWays } from "#contract/manage/sessions.ts";
import {
  anEvent,
  call,
  HOUR,
  life,
  managerId,
  name,
  orNull,
  plainCall,
  seldom,
  token,
  unordered,
} from "./pool.ts";

/** Two ids share an address, so that they conflict. */
const emailOf = (id: string) => `${id.slice(0, 4)}@example.com`;
const accountEmail = fc.oneof(
  managerId.map(emailOf),
  fc.constantFrom("MG_0@EXAMPLE.COM", "a\u0000b@example.com"),
);
const role = fc.constantFrom(...roles);
const way = fc.constantFrom(...signInWays);
const issuer = fc.constantFrom("https://a.example", "https://A.example");
const subject = fc.constantFrom("rosa", "Rosa", "");
const tokenId = fc.constantFrom("tk_0", "tk_f");
const expiry = orNull(life);

const linkOf = (id: string, tokenHash: string, { at, lasts }: { at: number; lasts: number }) => ({
  tokenHash: `link ${tokenHash}`,
  managerId: id,
  createdAt: at,
  expiresAt: at + lasts,
});

export const managerCalls = {
  "managers.add": call(
    fc.record({ managerId, name, email: managerId.map(emailOf), role, token, life }),
    ({ storage }, { token: tokenHash, life: lasts, ...manager }, at) =>
      storage.managers.add(
        { ...manager, createdAt: at },
        linkOf(manager.managerId, tokenHash, { at, lasts }),
        [anEvent("manager.added", at, { detail: manager.managerId })],
      ),
  ),
  "managers.list": plainCall(({ storage }) => storage.managers.list()),
  "managers.find": call(managerId, ({ storage }, id) => storage.managers.find(id)),
  "managers.findByEmail": call(accountEmail, ({ storage }, address) => storage.managers.findByEmail(address)),
  "managers.change": call(fc.record({ managerId, name, role }), ({ storage }, manager, at) =>
    storage.managers.change(manager, [anEvent("manager.changed", at)]),
  ),
  "managers.revoke": call(managerId, ({ storage }, id, at) =>
    storage.managers.revoke({ managerId: id, at }, [anEvent("manager.revoked", at)]),
  ),
  "managers.handOver": call(
    fc.record({ managerId, handTo: managerId, life }),
    ({ storage }, { life: lasts, ...people }, at) =>
      storage.managers.handOver(
        { ...people, until: "2026-12-04", endsAt: at + lasts, beganAt: at, by: "operator", isMailed: true },
        (absence, clients) => anEvent("manager.away", at, { detail: `${absence.managerId} ${clients}` }),
      ),
  ),
  "managers.comeBack": call(managerId, ({ storage }, id, at) =>
    storage.managers.comeBack(id, (absence, clients) =>
      anEvent("manager.back", at, { detail: `${absence.managerId} ${clients}` }),
    ),
  ),
  "managers.listAbsences": plainCall(({ storage }) => storage.managers.listAbsences()),
  "managers.hasEndedAbsence": plainCall(({ storage }, at) => storage.managers.hasEndedAbsence(at)),
  "managers.endAbsences": plainCall(({ storage }, at) =>
    storage.managers.endAbsences(at, (absence, clients) =>
      anEvent("manager.back", at, { detail: `${absence.managerId} ${clients}` }),
    ),
  ),
  "managers.revive": call(managerId, ({ storage }, id, at) =>
    storage.managers.revive(id, [anEvent("manager.revived", at)]),
  ),
  "managers.putPasswordLink": call(fc.record({ managerId, token, life }), ({ storage }, args, at) =>
    storage.managers.putPasswordLink(linkOf(args.managerId, args.token, { at, lasts: args.life }), [
      anEvent("manager.link-made", at),
    ]),
  ),
  "managers.addPasswordLink": call(fc.record({ managerId, token, life }), ({ storage }, args, at) =>
    storage.managers.addPasswordLink(linkOf(args.managerId, args.token, { at, lasts: args.life })),
  ),
  "managers.mailPasswordLink": call(managerId, ({ storage }, id, at) =>
    storage.managers.mailPasswordLink(
      id,
      () => ({ mailId: `ml_${at}`, kind: "password-link", clientId: null, managerId: id, at }),
      [anEvent("manager.link-made", at)],
    ),
  ),
  "managers.mailForgottenLink": call(accountEmail, ({ storage }, email, at) =>
    storage.managers.mailForgottenLink({ email, at }, (id) =>
      anEvent("manager.password-forgotten", at, { actor: id }),
    ),
  ),
  "managers.findPasswordLink": call(token, ({ storage }, tokenHash, at) =>
    storage.managers.findPasswordLink(`link ${tokenHash}`, at),
  ),
  "managers.redeemPasswordLink": call(token, ({ storage }, tokenHash, at) =>
    storage.managers.redeemPasswordLink(
      { tokenHash: `link ${tokenHash}`, at, passwordHash: `by ${tokenHash}` },
      (id) => anEvent("manager.password-set", at, { actor: id }),
    ),
  ),
  "managers.noteTimeZone": call(
    fc.record({ managerId, zone: fc.constantFrom("Europe/Lisbon", "Asia/Kolkata") }),
    ({ storage }, args) => storage.managers.noteTimeZone(args.managerId, args.zone),
  ),
  "managers.setPassword": call(
    fc.record({ managerId, keptToken: token }),
    ({ storage }, { managerId: id, keptToken }, at) =>
      storage.managers.setPassword(id, { passwordHash: "set", keptToken }, [
        anEvent("manager.password-set", at),
      ]),
  ),
};

export const identityCalls = {
  "identities.findManager": call(fc.record({ issuer, subject }), ({ storage }, identity) =>
    storage.identities.findManager(identity),
  ),
  "identities.listLinked": call(issuer, async ({ storage }, of) =>
    unordered(await storage.identities.listLinked(of)),
  ),
  "identities.isLinked": call(fc.record({ managerId, issuer }), ({ storage }, args) =>
    storage.identities.isLinked(args.managerId, args.issuer),
  ),
  "identities.link": call(fc.record({ managerId, issuer, subject }), ({ storage }, identity, at) =>
    storage.identities.link({ ...identity, linkedAt: at }, [anEvent("manager.linked", at)]),
  ),
  "identities.unlink": call(fc.record({ managerId, issuer }), ({ storage }, args, at) =>
    storage.identities.unlink(args.managerId, args.issuer, [anEvent("manager.unlinked", at)]),
  ),
};

const max = fc.integer({ min: 1, max: 3 });
const session = fc.record({
  managerId,
  tokenHash: token,
  way,
  address: fc.option(fc.constant("192.0.2.0/24")),
  device: fc.option(fc.constant("Firefox on Windows")),
  browserHash: orNull(token),
  life,
});
type Opened = typeof session extends fc.Arbitrary<infer Value> ? Value : never;
const timesOf = ({ life: lasts, ...opened }: Opened, at: number) => ({
  ...opened,
  createdAt: at,
  lastUsedAt: at,
  expiresAt: at + lasts,
});

export const managerSessionCalls = {
  "managerSessions.open": call(
    fc.record({ session, max }),
    ({ storage }, { session: opened, max: many }, at) =>
      storage.managerSessions.open(timesOf(opened, at), many, [anEvent("manager.signed-in", at)]),
  ),
  "managerSessions.find": call(token, ({ storage }, tokenHash) => storage.managerSessions.find(tokenHash)),
  "managerSessions.list": call(managerId, ({ storage }, id) => storage.managerSessions.list(id)),
  "managerSessions.noteBrowser": call(
    fc.record({ managerId, browserHash: token }),
    ({ storage }, browser, at) => storage.managerSessions.noteBrowser({ ...browser, at }),
  ),
  "managerSessions.isKnownBrowser": call(
    fc.record({ managerId, browserHash: token }),
    ({ storage }, browser) => storage.managerSessions.isKnownBrowser(browser),
  ),
  "managerSessions.nameBrowser": call(
    fc.record({ managerId, browserHash: token, label: orNull(name) }),
    ({ storage }, named, at) =>
      storage.managerSessions.nameBrowser(named, [anEvent("manager.device-named", at)]),
  ),
  "managerSessions.dropOldBrowsers": call(life, ({ storage }, lasts, at) =>
    storage.managerSessions.dropOldBrowsers(at - lasts),
  ),
  "managerSessions.touch": call(session, ({ storage }, opened, at) =>
    storage.managerSessions.touch(timesOf(opened, at), at),
  ),
  "managerSessions.end": call(token, ({ storage }, tokenHash, at) =>
    storage.managerSessions.end(tokenHash, [anEvent("manager.signed-out", at)]),
  ),
  "managerSessions.endOf": call(fc.record({ managerId, keptToken: seldom(token) }), ({ storage }, args, at) =>
    storage.managerSessions.endOf(
      { managerId: args.managerId, ...(args.keptToken !== undefined && { keptToken: args.keptToken }) },
      [anEvent("manager.sessions-ended", at)],
    ),
  ),
  "managerSessions.dropDead": plainCall(({ storage }, at) => storage.managerSessions.dropDead(at, HOUR)),
  "apiTokens.add": call(fc.record({ managerId, tokenId, name, expiry, max }), ({ storage }, args, at) => {
    const { managerId: id, tokenId: named, name: called, expiry: lasts } = args;
    const times = { createdAt: at, lastUsedAt: null, expiresAt: lasts === null ? null : at + lasts };
    const ids = { tokenHash: `hash of ${named}`, tokenId: named, managerId: id };
    const made = { ...ids, name: called, scopes: "clients:read", ...times };
    return storage.apiTokens.add(made, args.max, [anEvent("token.added", at)]);
  }),
  "apiTokens.list": call(managerId, ({ storage }, id) => storage.apiTokens.list(id)),
  "apiTokens.find": call(tokenId, ({ storage }, named) => storage.apiTokens.find(`hash of ${named}`)),
  "apiTokens.touch": call(tokenId, async ({ storage }, named, at) => {
    const found = await storage.apiTokens.find(`hash of ${named}`);
    return found && storage.apiTokens.touch(found.credential, at);
  }),
  "apiTokens.revoke": call(fc.record({ managerId, tokenId }), ({ storage }, args, at) =>
    storage.apiTokens.revoke(args, [anEvent("token.revoked", at)]),
  ),
};
