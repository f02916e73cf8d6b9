/** Acts of administrators on accounts and on what protects them, named as in the audit trail. Every administrator is notified of them by mail. */
export const accountActs = [
  "manager.added",
  "manager.changed",
  "manager.link-made",
  "manager.revoked",
  "manager.revived",
  "manager.unlinked",
  "manager.second-factor-removed",
  "manager.second-factor-off",
  "settings.mail-server-changed",
  "webhook.answers-included",
] as const;

export type AccountAct = (typeof accountActs)[number];
