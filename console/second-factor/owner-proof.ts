import type { OwnerProof } from "#contract/manage/owner-proof.ts";

/** The values of `OwnerProofFields` in a form. */
export function ownerProofOf(form: FormData): OwnerProof {
  const [password, code] = [form.get("password"), form.get("code")];
  return {
    ...(password !== null && { password: String(password) }),
    ...(code !== null && { code: String(code) }),
  };
}
