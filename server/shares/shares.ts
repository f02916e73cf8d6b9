import { randomBytes } from "node:crypto";
import type * as z from "zod/mini";
import { DAY_MS, isoOf } from "#contract/instants.ts";
import type { MadeShare, makeShareRequestSchema, Share } from "#contract/manage/shares.ts";
import { CatalogError } from "../http/errors.ts";
import { type Actor, eventOf } from "../managers/actor.ts";
import { newToken, tokenHashOf } from "../managers/tokens.ts";
import type { Config } from "../settings/config.ts";
import type { StoredShare } from "../storage/clients/shares.ts";
import type { Storage } from "../storage/storage.ts";

export type ShareStorage = Pick<Storage, "shares">;

/** The address of the page that waits for a click. */
export const SHARED_PATH = "/b/";
export const SHARED_BRIEF_PATH = "/b/brief";

/** A client's live shares, newest first. */
export async function listShares({ shares }: ShareStorage, clientId: string, now: number): Promise<Share[]> {
  return (await shares.list(clientId, now)).map(toShareView);
}

type MakeShareOptions = {
  storage: ShareStorage;
  config: Pick<Config, "publicUrl">;
  clientId: string;
  asked: z.output<typeof makeShareRequestSchema>;
};

/** Makes a share. Its link appears only in the result. Throws CatalogError if the share is refused. */
export async function makeShare(
  { storage, config, clientId, asked }: MakeShareOptions,
  actor: Actor,
): Promise<MadeShare> {
  const { token, tokenHash } = newToken("share");
  const shareId = `sh_${randomBytes(10).toString("hex")}`;
  const { recipient, days, ...options } = asked;
  const expiresAt = actor.at + days * DAY_MS;
  const event = eventOf(actor, "share.made", { clientId, detail: shareId });
  const outcome = await storage.shares.add(
    {
      shareId,
      clientId,
      tokenHash,
      madeBy: actor.actor,
      recipient,
      options,
      at: actor.at,
      expiresAt,
    },
    [event],
  );
  if (outcome === "gone") throw new CatalogError("NOT_FOUND");
  if (outcome === "full") throw new CatalogError("SHARES_FULL");
  return { shareId, link: `${config.publicUrl}${SHARED_PATH}#${token}`, expiresAt: isoOf(expiresAt) };
}

/** Throws NOT_FOUND if the client has no such share. */
export async function revokeShare(
  { shares }: ShareStorage,
  share: { clientId: string; shareId: string },
  actor: Actor,
): Promise<void> {
  const event = eventOf(actor, "share.revoked", { clientId: share.clientId, detail: share.shareId });
  if (!(await shares.revoke(share, actor.at, [event]))) throw new CatalogError("NOT_FOUND");
}

/** Records that the brief was opened. Throws SHARE_OVER, which does not say why. */
export async function openShare({ shares }: ShareStorage, token: string, actor: Actor): Promise<StoredShare> {
  const tokenHash = tokenHashOf("share", token);
  const opened =
    tokenHash !== undefined &&
    (await shares.open(tokenHash, actor.at, ({ clientId, shareId }) => [
      eventOf(actor, "share.opened", { clientId, detail: shareId }),
    ]));
  if (!opened) throw new CatalogError("SHARE_OVER");
  return opened;
}

/** The share that a cookie's token gives access to now; does not count as opening. */
export async function findShare(
  { shares }: ShareStorage,
  token: string | undefined,
  now: number,
): Promise<StoredShare | undefined> {
  const tokenHash = token && tokenHashOf("share", token);
  return tokenHash ? shares.find(tokenHash, now) : undefined;
}

function toShareView({ shareId, recipient, options, managerName, ...share }: StoredShare): Share {
  return {
    shareId,
    recipient,
    options: { recordings: options.recordings, contact: options.contact, followUps: options.followUps },
    madeBy: managerName,
    madeAt: isoOf(share.madeAt),
    expiresAt: isoOf(share.expiresAt),
    opens: share.opens,
    lastOpenedAt: isoOf(share.lastOpenedAt),
  };
}
