import { expect, test } from "vitest";
import { initialsOf, lookOf } from "./initials-of.ts";

test.each([
  ["Mia Lopes", "ML"],
  ["ada", "A"],
  ["  José María de la Cruz ", "JC"],
  ["👩‍🔧 Ito", "👩‍🔧I"],
  ["", ""],
])("the initials of %j are %j", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test("a person always has the same look, and not all people have the same look", () => {
  const ids = Array.from({ length: 30 }, (_, place) => `mg_${place}`);
  expect(ids.map(lookOf)).toEqual(ids.map(lookOf));
  expect(new Set(ids.map(lookOf))).toEqual(new Set([0, 1, 2]));
});
