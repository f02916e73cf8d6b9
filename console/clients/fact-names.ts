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

/** The labels of changed client properties, by their names in the audit trail. */
export function factNames(names: readonly string[]): string[] {
  const isFact = (name: string): name is keyof typeof facts => Object.hasOwn(facts, name);
  // a newer release may have written names that are unknown here
  return names.map((name) => (isFact(name) ? t(facts[name]) : name));
}
