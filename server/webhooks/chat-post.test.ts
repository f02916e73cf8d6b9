import { expect, test } from "vitest";
import { type ChatPost, slackBody, teamsBody } from "./chat-post.ts";

const HOSTILE = "<!channel> & <https://evil.example|click> [x](https://evil.example) \u0000\u202e *b*";
const post = (more: Partial<ChatPost> = {}): ChatPost => ({
  sentence: "Rosa submitted.",
  answers: [],
  more: undefined,
  link: { label: "Open in the console", address: "https://interview.example/console/clients/cl_1" },
  ...more,
});
const answer = (text: string) => ({ question: "q", title: "Team & tools", answer: text });

test("a post to Slack is one text, in which no text of a client is a mention or a link", () => {
  const { text } = slackBody(post({ answers: [answer(HOSTILE)], more: "And 3 more." })) as { text: string };
  expect(text).toContain("Rosa submitted.\n\n*Team &amp; tools*\n");
  expect(text).toContain("&lt;!channel&gt; &amp; &lt;https://evil.example|click&gt;");
  expect(text.match(/</g)).toHaveLength(1);
  expect(text).toMatch(/And 3 more\.\n\n<https:\/\/interview[^|]+\|Open in the console>$/);
  expect(text).not.toContain("\u0000");
});

test("a card for Teams has a client's words where Teams does not read Markdown", () => {
  const body = JSON.stringify(teamsBody(post({ answers: [answer(HOSTILE)] })));
  const { type, attachments } = JSON.parse(body);
  const [{ contentType, content }] = attachments;
  expect([type, contentType, content.type]).toEqual([
    "message",
    "application/vnd.microsoft.card.adaptive",
    "AdaptiveCard",
  ]);
  expect(new Set(content.body.map((block: { type: string }) => block.type))).toEqual(
    new Set(["RichTextBlock"]),
  );
  expect(content.actions).toEqual([
    {
      type: "Action.OpenUrl",
      title: "Open in the console",
      url: "https://interview.example/console/clients/cl_1",
    },
  ]);
});

test.each([
  ["letters", "a".repeat(100_000)],
  ["emoji of many parts", "👩‍👩‍👧‍👦".repeat(10_000)],
  ["marks on marks", `e${"\u0301".repeat(50_000)}`],
  ["half an emoji at the cut", `${"x".repeat(799)}👍`],
])("ten long answers of %s stay below the 28 kB of Teams, and complete", (_, text) => {
  const answers = Array.from({ length: 10 }, () => answer(text));
  const card = JSON.stringify(teamsBody(post({ answers })));
  expect(Buffer.byteLength(card)).toBeLessThan(28_000);
  expect(card.isWellFormed()).toBe(true);
  expect(card).not.toMatch(/\\ud[89a-f]/i);
});

test("a post without a client has no link", () => {
  expect(slackBody(post({ link: undefined }))).toEqual({ text: "Rosa submitted." });
  expect(JSON.stringify(teamsBody(post({ link: undefined })))).not.toContain("actions");
});
