import { isoOf } from "#contract/instants.ts";
import type { Role } from "#contract/manage/accounts.ts";
import { print } from "../command.ts";

type Shown = {
  managerId: string;
  name: string;
  email: string;
  role: Role;
  link: string;
  expiresAt: number;
};

/** Tells of a one-time link, the one time that it is shown. */
export function printLink({ managerId, name, email, role, link, expiresAt }: Shown, asJson?: boolean): void {
  print({ managerId, name, email, role, link, expiresAt: isoOf(expiresAt) }, asJson, [
    `${role === "administrator" ? "Administrator" : "Account manager"}: ${name}, ${email} (${managerId})`,
    `Link to set a password: ${link}`,
    `It works once, until ${isoOf(expiresAt)}, and is not shown again.`,
  ]);
}
