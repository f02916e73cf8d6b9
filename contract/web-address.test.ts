import { expect, test } from "vitest";
import { completedAddress } from "./web-address.ts";

test.each([
  ["rosas-bakery.com", "https://rosas-bakery.com"],
  ["  www.rosa.example/menu?x=1#top ", "https://www.rosa.example/menu?x=1#top"],
  ["rosa.example:8080/a", "https://rosa.example:8080/a"],
  ["panadería.es", "https://panadería.es"],
])("%j is completed", (typed, address) => {
  expect(completedAddress(typed)).toBe(address);
});

test.each([
  "https://rosa.example",
  "http://rosa.example",
  "HTTPS://ROSA.EXAMPLE",
  "rosa@bakery.example",
  "none yet",
  "We have no website. Only Facebook.",
  "facebook",
  "localhost/x",
  "javascript:alert(1)",
  "",
])("%j stays as it is", (typed) => {
  expect(completedAddress(typed)).toBe(typed);
});
