import fc from "fast-check";
import type { EventKind, StorageEvent } from "../../../server/storage/audit/events.ts";
import { erasedClients } from "../../../server/storage/clients/erased-clients.ts";
import { anEvent, call, clientId, keyId, name, plainCall, seldom, unordered, untilNone } from "./pool.ts";

export const erasingCalls = {
  "erasing.softDeleteClient": call(clientId, ({ storage }, id, at) =>
    storage.erasing.softDeleteClient({ clientId: id, at }, [anEvent("client.erased", at, { clientId: id })]),
  ),
  "erasing.listSoftDeleted": plainCall(({ storage }) => storage.erasing.listSoftDeleted()),
  "erasing.dropJobs": call(clientId, ({ storage }, id, at) => storage.erasing.dropJobs(id, at)),
  "erasing.softDeleteTakes": call(clientId, async ({ storage }, id, at) =>
    unordered(await storage.erasing.softDeleteTakes(id, at)),
  ),
  "erasing.dropPieceOfRecord": call(clientId, ({ storage }, id) =>
    untilNone(() => storage.erasing.dropPieceOfRecord(id)),
  ),
  "erasing.forgetClient": call(clientId, ({ storage }, id) => storage.erasing.forgetClient(id)),
  rememberErased: call(clientId, ({ engine }, id, at) => erasedClients(engine).add(id, at)),
  listErased: plainCall(async ({ engine }) => unordered(await erasedClients(engine).ids())),
};

export const sealingCalls = {
  "sealing.sealPlaintext": plainCall(({ storage }) => storage.sealing.sealPlaintext()),
  "sealing.listMasterKeyUses": plainCall(({ storage }) => storage.sealing.listMasterKeyUses()),
  "sealing.rewrapDataKeys": plainCall(({ storage }) => untilNone(() => storage.sealing.rewrapDataKeys(2))),
};

const kind = fc.constantFrom<EventKind[]>("session.opened", "record.restored", "key.refused");
const limit = fc.integer({ min: 1, max: 5 });
const seq = fc.nat(12);
const event = fc.record({
  kind,
  clientId: seldom(clientId),
  keyId: seldom(keyId),
  requestId: seldom(fc.constant("request")),
  detail: seldom(name),
  address: seldom(fc.constant("2001:db8::/48")),
});

export const eventCalls = {
  "audit.record": call(event, ({ storage }, { kind: of, ...facts }, at) => {
    const entries = Object.entries(facts).filter(([, value]) => value !== undefined);
    return storage.audit.record(anEvent(of, at, Object.fromEntries(entries) as Partial<StorageEvent>));
  }),
  "audit.listAll": call(
    fc.record({
      limit,
      beforeSeq: seldom(seq),
      clientId: seldom(clientId),
      actor: seldom(fc.constantFrom("operator", "nobody")),
    }),
    ({ storage }, { beforeSeq, ...page }, at) =>
      storage.audit.listAll({ ...page, after: beforeSeq === undefined ? undefined : { at, seq: beforeSeq } }),
  ),
  "audit.listChain": call(fc.record({ afterSeq: seq, limit }), ({ storage }, page) =>
    storage.audit.listChain(page),
  ),
  "audit.hasSignedInFrom": call(
    fc.record({ managerId: name, since: fc.nat(1_000) }),
    ({ storage }, args, at) =>
      storage.audit.hasSignedInFrom({
        managerId: args.managerId,
        address: "192.0.2.0/24",
        since: at - args.since,
        until: at,
      }),
  ),
  "audit.find": call(fc.nat(3), async ({ storage }, place) => {
    const listed = (await storage.audit.listAll({ limit: 4 }))[place];
    return storage.audit.find(listed?.eventId ?? "no-such-event");
  }),
  "audit.chainHead": plainCall(({ storage }) => storage.audit.chainHead()),
  "timeline.read": call(fc.record({ clientId, limit }), ({ storage }, { clientId: id, limit: many }) =>
    storage.timeline.read(id, { limit: many }),
  ),
  "audit.list": call(clientId, ({ storage }, id) => storage.audit.list(id)),
};
