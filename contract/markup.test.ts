import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hostileText } from "../tests/support/data/arbitraries.ts";
import { markup } from "./markup.ts";

describe("markup", () => {
  test("escapes every text, and leaves markup as it is", () => {
    const bold = markup`<b>${"<i>"}</b>`;
    expect(markup`<p title="${`"'&`}">${bold}${[bold, bold]}${7}</p>`.html).toBe(
      `<p title="&quot;&#39;&amp;"><b>&lt;i&gt;</b><b>&lt;i&gt;</b><b>&lt;i&gt;</b>7</p>`,
    );
  });

  test("renders nothing for empty values", () => {
    expect(markup`<p>${undefined}${false}${[]}${""}</p>`.html).toBe("<p></p>");
  });

  test("does not read text as an escape of the template", () => {
    expect(markup`${"\\n$&$1"}`.html).toBe("\\n$&amp;$1");
  });

  test("shows a NUL character, which HTML cannot contain", () => {
    expect(markup`${"a\0b"}`.html).toBe("a\ufffdb");
  });

  test("of any text has no character with a meaning in HTML", () => {
    fc.assert(
      fc.property(hostileText(), (text) => {
        const { html } = markup`${text}`;
        expect(html).not.toMatch(/[<>"'\0]|&(?!(?:amp|lt|gt|quot|#39);)/);
      }),
    );
  });
});
