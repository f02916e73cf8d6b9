import { expect, test } from "vitest";
import { owesSecondFactor } from "./second-factor-duty.ts";

const NOW = Date.parse("2026-03-01T12:00:00Z");
const manager = {
  managerId: "mg_1",
  name: "Mia",
  email: "mia@example.com",
  role: "administrator" as const,
  passwordHash: "hashed",
  createdAt: NOW,
  lastUsedAt: null,
  revokedAt: null,
  secondFactorAt: null,
  timeZone: null,
  digestedOn: null,
};

test("only a session that began here without a second factor owes one", () => {
  const owes = (more: Partial<Parameters<typeof owesSecondFactor>[0]>) =>
    owesSecondFactor({ manager, by: "session", way: "password", ...more }, "everyone");
  expect(owes({})).toBe(true);
  expect(owes({ way: "link" })).toBe(true);
  expect(owes({ way: "openid" })).toBe(false);
  expect(owes({ by: "token" })).toBe(false);
  expect(owes({ manager: { ...manager, secondFactorAt: NOW } })).toBe(false);
});

test("where only administrators owe one, others are not asked", () => {
  const owes = (role: "manager" | "administrator") =>
    owesSecondFactor({ manager: { ...manager, role }, by: "session", way: "password" }, "administrators");
  expect([owes("administrator"), owes("manager")]).toEqual([true, false]);
});
