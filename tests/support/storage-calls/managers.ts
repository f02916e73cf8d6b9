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

/** Two ids share an address, and are in each other's way. */
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
  addManager: call(
    fc.record({ managerId, name, email: managerId.map(emailOf), role, token, life }),
    ({ storage }, { token: tokenHash, life: lasts, ...manager }, at) =>
      storage.addManager({ ...manager, createdAt: at }, linkOf(manager.managerId, tokenHash, { at, lasts }), [
        anEvent("manager.added", at, { detail: manager.managerId }),
      ]),
  ),
  listManagers: plainCall(({ storage }) => storage.listManagers()),
  findManager: call(managerId, ({ storage }, id) => storage.findManager(id)),
  findManagerByEmail: call(accountEmail, ({ storage }, address) => storage.findManagerByEmail(address)),
  changeManager: call(fc.record({ managerId, name, role }), ({ storage }, manager, at) =>
    storage.changeManager(manager, [anEvent("manager.changed", at)]),
  ),
  revokeManager: call(managerId, ({ storage }, id, at) =>
    storage.revokeManager(id, at, [anEvent("manager.revoked", at)]),
  ),
  reviveManager: call(managerId, ({ storage }, id, at) =>
    storage.reviveManager(id, [anEvent("manager.revived", at)]),
  ),
  putPasswordLink: call(fc.record({ managerId, token, life }), ({ storage }, args, at) =>
    storage.putPasswordLink(linkOf(args.managerId, args.token, { at, lasts: args.life }), [
      anEvent("manager.link-made", at),
    ]),
  ),
  findPasswordLink: call(token, ({ storage }, tokenHash, at) =>
    storage.findPasswordLink(`link ${tokenHash}`, at),
  ),
  redeemPasswordLink: call(token, ({ storage }, tokenHash, at) =>
    storage.redeemPasswordLink(
      { tokenHash: `link ${tokenHash}`, at, passwordHash: `by ${tokenHash}` },
      (id) => anEvent("manager.password-set", at, { actor: id }),
    ),
  ),
  setPassword: call(
    fc.record({ managerId, keptToken: token }),
    ({ storage }, { managerId: id, keptToken }, at) =>
      storage.setPassword(id, { passwordHash: "set", keptToken }, [anEvent("manager.password-set", at)]),
  ),
};

export const identityCalls = {
  findManagerByIdentity: call(fc.record({ issuer, subject }), ({ storage }, identity) =>
    storage.findManagerByIdentity(identity),
  ),
  listLinkedManagers: call(issuer, async ({ storage }, of) =>
    unordered(await storage.listLinkedManagers(of)),
  ),
  isManagerLinked: call(fc.record({ managerId, issuer }), ({ storage }, args) =>
    storage.isManagerLinked(args.managerId, args.issuer),
  ),
  linkManager: call(fc.record({ managerId, issuer, subject }), ({ storage }, identity, at) =>
    storage.linkManager({ ...identity, linkedAt: at }, [anEvent("manager.linked", at)]),
  ),
  unlinkManager: call(fc.record({ managerId, issuer }), ({ storage }, args, at) =>
    storage.unlinkManager(args.managerId, args.issuer, [anEvent("manager.unlinked", at)]),
  ),
};

const max = fc.integer({ min: 1, max: 3 });
const session = fc.record({
  managerId,
  tokenHash: token,
  way,
  address: fc.option(fc.constant("192.0.2.0/24")),
  device: fc.option(fc.constant("Firefox on Windows")),
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
  openManagerSession: call(fc.record({ session, max }), ({ storage }, { session: opened, max: many }, at) =>
    storage.openManagerSession(timesOf(opened, at), many, [anEvent("manager.signed-in", at)]),
  ),
  findManagerSession: call(token, ({ storage }, tokenHash) => storage.findManagerSession(tokenHash)),
  listManagerSessions: call(managerId, ({ storage }, id) => storage.listManagerSessions(id)),
  touchManagerSession: call(session, ({ storage }, opened, at) =>
    storage.touchManagerSession(timesOf(opened, at), at),
  ),
  endManagerSession: call(token, ({ storage }, tokenHash, at) =>
    storage.endManagerSession(tokenHash, [anEvent("manager.signed-out", at)]),
  ),
  endManagerSessions: call(fc.record({ managerId, keptToken: seldom(token) }), ({ storage }, args, at) =>
    storage.endManagerSessions(
      { managerId: args.managerId, ...(args.keptToken !== undefined && { keptToken: args.keptToken }) },
      [anEvent("manager.sessions-ended", at)],
    ),
  ),
  dropDeadCredentials: plainCall(({ storage }, at) => storage.dropDeadCredentials(at, HOUR)),
  addApiToken: call(fc.record({ managerId, tokenId, name, expiry, max }), ({ storage }, args, at) => {
    const { managerId: id, tokenId: named, name: called, expiry: lasts } = args;
    const times = { createdAt: at, lastUsedAt: null, expiresAt: lasts === null ? null : at + lasts };
    const made = { tokenHash: `hash of ${named}`, tokenId: named, managerId: id, name: called, ...times };
    return storage.addApiToken(made, args.max, [anEvent("token.added", at)]);
  }),
  listApiTokens: call(managerId, ({ storage }, id) => storage.listApiTokens(id)),
  findApiToken: call(tokenId, ({ storage }, named) => storage.findApiToken(`hash of ${named}`)),
  touchApiToken: call(tokenId, async ({ storage }, named, at) => {
    const found = await storage.findApiToken(`hash of ${named}`);
    return found && storage.touchApiToken(found.credential, at);
  }),
  revokeApiToken: call(fc.record({ managerId, tokenId }), ({ storage }, args, at) =>
    storage.revokeApiToken(args, [anEvent("token.revoked", at)]),
  ),
};
