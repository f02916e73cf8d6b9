/**
 * Administrators' changes to accounts and their security, named as in the audit trail. Every administrator gets a mail
 * about each.
 */
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
