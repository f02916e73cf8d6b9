import type { StoredManager } from "../storage/managers/managers.ts";
import type { Storage } from "../storage/storage.ts";
import type { PasswordHasher } from "./passwords.ts";

/** Only the audit trail distinguishes these. */
export type SignInRefusal = "unknown" | "invited" | "revoked" | "wrong-password";
export type SignInVerdict = { manager: StoredManager } | { refusal: SignInRefusal; managerId?: string };

/** Checks email address and password; takes as long whatever is wrong. */
export async function checkSignIn(
  { storage, passwords }: { storage: Pick<Storage, "managers">; passwords: PasswordHasher },
  { email, password }: { email: string; password: string },
): Promise<SignInVerdict> {
  const manager = await storage.managers.findByEmail(email);
  const isRight = await passwords.verify(password, manager?.passwordHash);
  if (!manager) return { refusal: "unknown" };
  const { managerId } = manager;
  if (manager.passwordHash === null) return { refusal: "invited", managerId };
  if (!isRight) return { refusal: "wrong-password", managerId };
  return manager.revokedAt === null ? { manager } : { refusal: "revoked", managerId };
}
