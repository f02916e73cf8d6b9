import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codeUnits, hostileText } from "../../tests/support/data/arbitraries.ts";
import { ACCESS_KEY_MAX_LENGTH } from "../limits.ts";
import { ACCESS_KEY_SYMBOLS, formatAccessKey, normalizeAccessKey, parseAccessKey } from "./access-key.ts";

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const symbols = () => fc.array(fc.nat(31), { minLength: ACCESS_KEY_SYMBOLS, maxLength: ACCESS_KEY_SYMBOLS });
const zeros = () => Array<number>(ACCESS_KEY_SYMBOLS).fill(0);
const bareSymbols = (key: string) => key.slice("fh_".length).replaceAll("_", "");
const placesOf = (text: string) => Array.from(text, (_, place) => place);
const replaceAt = (text: string, place: number, replacement: string) =>
  text.slice(0, place) + replacement + text.slice(place + replacement.length);

describe("a new key", () => {
  test("has the published form: a prefix and seven groups of five", () => {
    fc.assert(
      fc.property(symbols(), (numbers) => {
        expect(formatAccessKey(numbers)).toMatch(/^fh(_[0-9A-HJKMNP-TV-Z]{5}){7}$/);
      }),
    );
  });

  test("keeps its check characters forever, or printed keys would stop working", () => {
    expect(formatAccessKey(zeros())).toBe("fh_00000_00000_00000_00000_00000_00000_0NP7P");
    expect(formatAccessKey(Uint8Array.from(zeros(), (_, place) => place))).toBe(
      "fh_01234_56789_ABCDE_FGHJK_MNPQR_STVWX_Y9DY9",
    );
  });

  test("can be read back into its public id and its secret", () => {
    fc.assert(
      fc.property(symbols(), (numbers) => {
        const body = numbers.map((number) => ALPHABET[number]).join("");
        expect(parseAccessKey(formatAccessKey(numbers))).toEqual({
          keyId: body.slice(0, 5),
          secret: body.slice(5),
        });
      }),
    );
  });

  test("takes five bits of each random number, so that bytes may be passed", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 31, maxLength: 31 }), (bytes) => {
        expect(formatAccessKey(bytes)).toBe(formatAccessKey(bytes.map((byte) => byte & 31)));
      }),
    );
  });
});

test("a source of randomness that gives nothing makes a key that opens nothing", () => {
  expect(formatAccessKey([])).toBe("fh_");
  expect(parseAccessKey(formatAccessKey([]))).toBeUndefined();
});

describe("a key as people type it", () => {
  const typed = fc.tuple(
    symbols().map((numbers) => formatAccessKey(numbers)),
    fc.infiniteStream(fc.nat()),
  );

  test("is read in any case, with look-alikes, and with separators anywhere", () => {
    const separators = ["", "", "", " ", "-", "_", "\n", "\r\n", "\t", "\u00a0"];
    const lookAlikes: { [symbol: string]: string[] } = {
      "0": ["0", "o", "O"],
      "1": ["1", "i", "I", "l", "L"],
    };
    fc.assert(
      fc.property(typed, ([key, choices]) => {
        const pick = (from: string[]) => from[Number(choices.next().value) % from.length] ?? "";
        const sloppy = Array.from(key, (symbol) => {
          const written = pick(lookAlikes[symbol] ?? [symbol.toUpperCase(), symbol.toLowerCase()]);
          return pick(separators) + written + pick(separators);
        }).join("");
        expect(parseAccessKey(sloppy)).toEqual(parseAccessKey(key));
        expect(normalizeAccessKey(sloppy)).toBe(normalizeAccessKey(key));
      }),
    );
  });

  test("normalizes to one form, which normalizing leaves alone", () => {
    expect(normalizeAccessKey(" fh_oil-o\n0il ")).toBe("FH0110011");
    fc.assert(
      fc.property(hostileText(), (text) => {
        expect(normalizeAccessKey(normalizeAccessKey(text))).toBe(normalizeAccessKey(text));
      }),
    );
  });
});

describe("a mistyped key is refused", () => {
  // The check characters are linear in the bits of the body, so a property of every pair of symbols at one place of one
  // key holds at that place of every key.
  test("when any one symbol of the body is replaced", () => {
    const missed = placesOf("x".repeat(ACCESS_KEY_SYMBOLS)).flatMap((place) =>
      Array.from(ALPHABET, (_, number) => {
        const numbers = zeros();
        numbers[place] = number;
        const bare = bareSymbols(formatAccessKey(numbers));
        return Array.from(ALPHABET, (other) => replaceAt(bare, place, other))
          .filter((changed) => changed !== bare && parseAccessKey(`fh${changed}`))
          .map((changed) => [bare, changed]);
      }).flat(),
    );
    expect(missed).toEqual([]);
  });

  test("when any two neighbors of the body are swapped", () => {
    const missed = placesOf("x".repeat(ACCESS_KEY_SYMBOLS - 1)).flatMap((place) =>
      Array.from(ALPHABET, (_, number) => number).flatMap((one) =>
        Array.from(ALPHABET, (_, other) => {
          const numbers = zeros();
          numbers.splice(place, 2, one, other);
          return bareSymbols(formatAccessKey(numbers));
        })
          .map((bare) => [bare, swapped(bare, place)] as const)
          .filter(([bare, changed]) => changed !== bare && parseAccessKey(`fh${changed}`)),
      ),
    );
    expect(missed).toEqual([]);
  });

  test("when any symbol is changed or any neighbors are swapped, including prefix and check characters", () => {
    fc.assert(
      fc.property(symbols(), fc.constantFrom(...ALPHABET), (numbers, other) => {
        const key = normalizeAccessKey(formatAccessKey(numbers));
        const changes = placesOf(key).flatMap((place) => [replaceAt(key, place, other), swapped(key, place)]);
        expect(changes.filter((changed) => changed !== key && parseAccessKey(changed))).toEqual([]);
      }),
    );
  });

  test("when a symbol is missing or typed twice", () => {
    fc.assert(
      fc.property(symbols(), fc.nat(36), (numbers, place) => {
        const key = normalizeAccessKey(formatAccessKey(numbers));
        expect(parseAccessKey(key.slice(0, place) + key.slice(place + 1))).toBeUndefined();
        expect(
          parseAccessKey(key.slice(0, place) + key.slice(place, place + 1) + key.slice(place)),
        ).toBeUndefined();
      }),
    );
  });

  const right = formatAccessKey(zeros());
  test.each([
    ["nothing", ""],
    ["white space", " \n "],
    ["the prefix alone", "fh_"],
    ["no prefix", bareSymbols(right)],
    ["another prefix", right.replace("fh_", "fhs_")],
    ["two keys", `${right} ${right}`],
    ["a letter outside the alphabet", right.replace("00000", "0000U")],
    ["a letter of another script", right.replace("00000", "0000А")],
    ["full-width digits", right.replace("00000", "０００００")],
    ["markup", "<script>alert(1)</script>"],
    ["the longest text that is looked at", "F".repeat(ACCESS_KEY_MAX_LENGTH)],
    ["a megabyte", "fh_".padEnd(1_000_000, "0")],
    ["a megabyte of spaces", " ".repeat(1_000_000)],
  ])("when it is %s", (_, text) => {
    expect(parseAccessKey(text)).toBeUndefined();
  });

  test("and random text is never a key", () => {
    fc.assert(fc.property(codeUnits(60), (text) => parseAccessKey(text) === undefined));
  });
});

function swapped(text: string, place: number): string {
  const [one = "", other = ""] = text.slice(place, place + 2);
  return replaceAt(text, place, other + one);
}

test("dashes and invisible marks that mail programs put in do not matter", () => {
  const key = formatAccessKey(Array.from({ length: ACCESS_KEY_SYMBOLS }, (_, place) => place));
  for (const mark of ["\u200b", "\u00ad", "\u2011", "\u2013", "\ufeff", "\u00a0"]) {
    expect(parseAccessKey(key.replaceAll("_", mark))).toEqual(parseAccessKey(key));
  }
});
