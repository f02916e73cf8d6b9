import { type MessageId, t } from "../translate.ts";

const facts = {
  name: "audit.fact.name",
  contact: "audit.fact.contact",
  email: "audit.fact.email",
  phone: "audit.fact.phone",
  website: "audit.fact.website",
  externalId: "audit.fact.externalId",
  dueOn: "audit.fact.dueOn",
  language: "audit.fact.language",
  getsReminders: "audit.fact.getsReminders",
  managerId: "audit.fact.managerId",
  invitedAt: "audit.fact.invitedAt",
  tags: "audit.fact.tags",
  fields: "audit.fact.fields",
} as const satisfies { [name: string]: MessageId };

/** What people call the facts of a client that have changed, by the names that the audit trail has. */
export function factNames(names: readonly string[]): string[] {
  const isFact = (name: string): name is keyof typeof facts => Object.hasOwn(facts, name);
  // a later release may know of more
  return names.map((name) => (isFact(name) ? t(facts[name]) : name));
}
