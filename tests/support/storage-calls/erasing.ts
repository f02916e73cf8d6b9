import fc from "fast-check";
import type { EventKind, StorageEvent } from "../../../server/storage/audit/events.ts";
import { erasedClients } from "../../../server/storage/clients/erased-clients.ts";
import { INSTALLATION } from "../../../server/storage/sealing/data-keys.ts";
import {
  anEvent,
  CLIENTS,
  call,
  clientId,
  keyId,
  name,
  plainCall,
  seldom,
  unordered,
  untilNone,
} from "./pool.ts";

export const erasingCalls = {
  condemnClient: call(clientId, ({ storage }, id, at) =>
    storage.condemnClient({ clientId: id, at }, [anEvent("client.erased", at, { clientId: id })]),
  ),
  listCondemnedClients: plainCall(({ storage }) => storage.listCondemnedClients()),
  dropJobsOf: call(clientId, ({ storage }, id, at) => storage.dropJobsOf(id, at)),
  condemnTakesOf: call(clientId, async ({ storage }, id, at) =>
    unordered(await storage.condemnTakesOf(id, at)),
  ),
  dropPieceOfRecord: call(clientId, ({ storage }, id) => untilNone(() => storage.dropPieceOfRecord(id))),
  forgetClient: call(clientId, ({ storage }, id) => storage.forgetClient(id)),
  rememberErased: call(clientId, ({ engine }, id, at) => erasedClients(engine).add(id, at)),
  listErased: plainCall(async ({ engine }) => unordered(await erasedClients(engine).ids())),
};

const owner = fc.constantFrom(INSTALLATION, ...CLIENTS);

export const sealingCalls = {
  listUnsealedOwners: plainCall(({ storage }) => storage.listUnsealedOwners()),
  sealEarlier: call(owner, ({ storage }, of) => storage.sealEarlier(of)),
  expectPlain: plainCall(({ storage }) => storage.expectPlain()),
  listMasterKeyUses: plainCall(({ storage }) => storage.listMasterKeyUses()),
  rewrapDataKeys: plainCall(({ storage }) => untilNone(() => storage.rewrapDataKeys(2))),
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
  recordEvent: call(event, ({ storage }, { kind: of, ...facts }, at) => {
    const told = Object.entries(facts).filter(([, value]) => value !== undefined);
    return storage.recordEvent(anEvent(of, at, Object.fromEntries(told) as Partial<StorageEvent>));
  }),
  listAllEvents: call(
    fc.record({ limit, beforeSeq: seldom(seq) }),
    ({ storage }, { limit: many, beforeSeq }) =>
      storage.listAllEvents({ limit: many, ...(beforeSeq !== undefined && { beforeSeq }) }),
  ),
  listChain: call(fc.record({ afterSeq: seq, limit }), ({ storage }, page) => storage.listChain(page)),
  chainHead: plainCall(({ storage }) => storage.chainHead()),
  listEvents: call(clientId, ({ storage }, id) => storage.listEvents(id)),
};
