import fc from "fast-check";
import { marked } from "marked";
import { describe, expect, test } from "vitest";
import { hostileText } from "../../tests/support/data/arbitraries.ts";
import { briefed, briefFullOf } from "../../tests/support/data/briefed.ts";
import { fullRecord } from "../../tests/support/data/full-record.ts";
import { briefMarkdown, recordMarkdown } from "./brief-markdown.ts";
import { briefPage } from "./brief-page.ts";
import { briefWordsIn } from "./brief-words.ts";

const MADE_AT = "2026-03-02T08:00:00.000Z";
const markdownOf = (brief: Parameters<typeof briefMarkdown>[0]) =>
  briefMarkdown(brief, MADE_AT, briefWordsIn("en", "UTC"));
const tagsOf = (markdown: string) =>
  marked
    .parse(markdown, { async: false })
    .match(/<\/?[a-z]\w*/g)
    ?.filter((tag) => !/<\/?(br|p)$/.test(tag));

describe("a brief as Markdown", () => {
  test("reads as a brief", () => {
    const said = "They phone the shop, and the first who is free writes it down.";
    const input = {
      ...fullRecord(),
      "booking-process": { responses: [{ content: said, source: "typed" as const }] },
    };
    const markdown = markdownOf(briefed({ input }));
    expect(markdown).toMatch(
      /^# Rosa’s Bakery\n\nClient brief · Not submitted yet · Last saved March 1, 2026 at 12:00 PM UTC · 13 of 13 questions answered\n\n## The business\n\n- \*\*Number of Employees:\*\* 2\\-5\n/,
    );
    expect(markdown).toContain("## Tools in use\n\n- **Square:** 4 of 5 stars\n- **Excel:** Not rated\n");
    expect(markdown).toContain("## Open questions\n\nEvery question has an answer.\n");
    expect(markdown).toContain(`## In their own words\n\n> ${said}\n>\n> — From first call to booking\n`);
    expect(markdown).toContain(`- ${said}\n\n  *Typed · March 1, 2026 at 12:00 PM UTC*\n`);
    expect(markdown).toMatch(
      /\n---\n\nCreated March 2, 2026 at 8:00 AM UTC from version 3 of the answers\.\n$/,
    );
  });

  test.for([
    ["en", "Added by *Mia*  <b>Lopes</b>", "*Added by \\*Mia\\* &lt;b&gt;Lopes&lt;/b&gt; · "],
    ["es", "Mia Lopes", "Agregada por Mia Lopes · "],
  ] as const)(
    "marks what a manager entered for the client, and quotes none of it (%s)",
    ([language, ...at]) => {
      const said = "They phone the shop, and the first who is free writes it down.";
      const name = language === "en" ? "*Mia*  <b>Lopes</b>" : "Mia Lopes";
      const by = { kind: "manager" as const, name };
      const input = { "booking-process": { responses: [{ content: said, source: "typed" as const, by }] } };
      const brief = briefed({ input });
      const markdown = briefMarkdown(brief, MADE_AT, briefWordsIn(language, "UTC"));
      expect(markdown).toContain(at.at(-1));
      expect(brief.quotes).toEqual([]);
      const { html } = briefPage(brief, {
        styleSheet: "",
        providerName: "Brightside",
        madeAt: MADE_AT,
        words: briefWordsIn(language, "UTC"),
      });
      expect(html).toContain(language === "en" ? "Added by " : "Agregada por ");
      expect(html).not.toContain("<b>Lopes");
    },
  );

  test.for([
    [
      "en",
      "**Website:** No website yet",
      "**Tools in use:** None of these",
      "**Answer:** Doesn’t apply",
      "**Ask in person** · *Typed",
    ],
    [
      "es",
      "**Sitio web:** Todavía sin sitio web",
      "**Herramientas que usa:** Ninguna de estas",
      "**Respuesta:** No aplica",
      "**Preguntar en persona** · *Escrita",
    ],
  ] as const)("describes answers that do not apply (%s)", ([language, ...shown]) => {
    const content = "I would rather tell you all of this in person.";
    const brief = briefed({
      input: {
        "business-profile": { notApplicable: true },
        "tool-selection": { selectedTools: ["other"], customTools: "None" },
        "website-form": { url: "none", satisfaction: 7 },
        "booking-process": { responses: [{ content, source: "typed", reason: "in-person" }] },
      },
    });
    const markdown = briefMarkdown(brief, MADE_AT, briefWordsIn(language, "UTC"));
    for (const words of shown) expect(markdown).toContain(words);
    expect(markdown).not.toMatch(/7 (of|de) 10/);
    expect(brief.quotes).toEqual([]);
    const { say } = briefWordsIn(language, "UTC");
    const { html } = briefPage(brief, {
      styleSheet: "",
      providerName: "P",
      madeAt: MADE_AT,
      words: briefWordsIn(language, "UTC"),
    });
    for (const words of [say("brief.noWebsite"), say("brief.noneOfThese"), say("brief.reason.in-person")]) {
      expect(html).toContain(words);
    }
    expect(html).not.toMatch(/href="[^#]/);
  });

  test("lists what is open", () => {
    expect(markdownOf(briefed({}))).toContain("- Your team (Business Snapshot)\n");
  });

  test("has the same structure whatever the client wrote", () => {
    const plain = tagsOf(markdownOf({ ...briefFullOf("x"), quotes: [] }));
    fc.assert(
      fc.property(
        hostileText().map((text) => `x${text}`),
        (text) => {
          expect(tagsOf(markdownOf({ ...briefFullOf(text), quotes: [] }))).toEqual(plain);
        },
      ),
    );
  });
});

describe("a record as Markdown", () => {
  const content = "They phone the shop.";
  const input = {
    "business-profile": { employees: "2-5" as const },
    "tool-selection": { selectedTools: ["xero"], toolRatings: { xero: 4 } },
    "booking-process": { responses: [{ content, source: "typed" as const, reason: "in-person" as const }] },
  };
  const recordOf = (language: "en" | "es", isEarlier = false) =>
    recordMarkdown(briefed({ input }), { words: briefWordsIn(language, "UTC"), isEarlier });

  test("has every answer in the order of the interview, and no overview", () => {
    expect(recordOf("en")).toBe(`# Rosa’s Bakery

Not submitted yet

## 1\\. Business Snapshot

### Your business at a glance

*Three quick questions so we know the size of your business. A rough answer is fine.*

- **Number of Employees:** 2\\-5

### The tools you use

*Pick every tool you use at least once a month, then rate each one.*

- **Xero:** 4 of 5 stars

## 2\\. Leads → Booking

### From first call to booking

*Think of the last person who booked with you. What happened, step by step, from first contact to a date on the calendar?*

- They phone the shop.

  **Ask in person** · *Typed · March 1, 2026 at 12:00 PM UTC*
`);
  });

  test("says in Spanish everything that is not from the interview", () => {
    const spanish = recordOf("es", true);
    expect(spanish).toContain("\n\nVersión 3, guardada el 1 de marzo de 2026");
    expect(spanish).toContain("\n\nEsta versión no se envió\n\n");
    expect(spanish).toContain("**Xero:** 4 de 5 estrellas");
    expect(spanish).toContain("**Preguntar en persona** · *Escrita");
  });

  test("is short for a client without answers, and escapes their name", () => {
    const brief = { ...briefed({}), clientName: "<b>*Rosa*" };
    expect(recordMarkdown(brief, { words: briefWordsIn("en", "UTC"), isEarlier: false })).toBe(
      "# &lt;b&gt;\\*Rosa\\*\n\nNot submitted yet\n\nNo answers yet.\n",
    );
  });
});
