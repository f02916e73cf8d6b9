import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codeOf, listPageOf } from "./answers.ts";

const page = (inside: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>b</Name>${inside}</ListBucketResult>`;
const contents = (key: string) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`;

describe("a page of a list", () => {
  test("has keys, and the token of the next page", () => {
    const truncated =
      "<IsTruncated>true</IsTruncated><NextContinuationToken>a&amp;b==</NextContinuationToken>";
    expect(listPageOf(page(contents("c/1") + truncated + contents("c/2")))).toEqual({
      objects: [
        { key: "c/1", bytes: 1 },
        { key: "c/2", bytes: 1 },
      ],
      next: "a&b==",
    });
  });

  test("is the last one where it says so, whatever else it says", () => {
    const last = "<IsTruncated>false</IsTruncated><NextContinuationToken>again</NextContinuationToken>";
    expect(listPageOf(page(last))).toEqual({ objects: [], next: undefined });
  });

  test("has every key exactly, however it is spelled", () => {
    const spelt = (key: string) =>
      [...key].map((character) => (/[&<>"']/.test(character) ? `&#${character.codePointAt(0)};` : character));
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1 })), (keys) => {
        const text = page(keys.map((key) => contents(spelt(key).join(""))).join(""));
        expect(listPageOf(text)?.objects.map(({ key }) => key)).toEqual(keys);
      }),
    );
  });

  test.each([
    ["nothing", ""],
    ["a page of a proxy", "<html><body>Welcome</body></html>"],
    ["an error", "<Error><Code>NoSuchBucket</Code></Error>"],
    ["one that ends too early", page(contents("c/1")).slice(0, -10)],
    ["one that goes on and does not say where", page("<IsTruncated>true</IsTruncated>")],
    ["one with an object without a key", page("<Contents><Size>1</Size></Contents>")],
    ["one with an object without a size", page("<Contents><Key>c/1</Key></Contents>")],
    ["one with an object of no length", page("<Contents><Key>c/1</Key><Size>-1</Size></Contents>")],
  ])("is not read out of %s", (_what, text) => {
    expect(listPageOf(text)).toBeUndefined();
  });
});

describe("the code of an error", () => {
  const codeIn = (text: string) => codeOf({ body: Buffer.from(text) });

  test("is a single word", () => {
    expect(codeIn("<?xml version='1.0'?>\n<Error><Code>SlowDown</Code><Message>no</Message></Error>")).toBe(
      "SlowDown",
    );
  });

  test.each([
    ["of something else", "<html><Code>SlowDown</Code></html>"],
    ["that is no word", "<Error><Code>Slow\ndown: secret</Code></Error>"],
    ["without end", `<Error>${" ".repeat(5_000)}<Code>SlowDown</Code></Error>`],
  ])("is not read from an answer %s", (_what, text) => {
    expect(codeIn(text)).toBeUndefined();
  });
});
