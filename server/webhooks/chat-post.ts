import { isolateBidi, shownText } from "#contract/manage/answers/shown-text.ts";
import type { MessageAnswer } from "#contract/manage/webhooks/webhook-messages.ts";
import { shorten } from "#contract/text.ts";

/** The content of a chat post. */
export type ChatPost = {
  sentence: string;
  answers: MessageAnswer[];
  /** Says that there are more answers than the post shows. */
  more: string | undefined;
  /** Links to the client in the console; absent if the message is not about a client. */
  link: { label: string; address: string } | undefined;
};

/** Teams accepts 28 kB, and a chat is no place to read a whole interview. */
export const CHAT_ANSWERS_MAX = 10;
const ANSWER_MAX_CHARACTERS = 400;
/** Limits code units too, because some characters consist of hundreds of them. */
const ANSWER_MAX_LENGTH = 800;

/** Escapes the characters named at https://docs.slack.dev/messaging/formatting-message-text. */
export function slackBody({ sentence, answers, more, link }: ChatPost): object {
  const parts = [
    slackText(sentence),
    ...answers.map(({ title, answer }) => `*${slackText(title)}*\n${slackText(excerpt(answer))}`),
    ...(more === undefined ? [] : [slackText(more)]),
    ...(link ? [`<${slackText(link.address)}|${slackText(link.label)}>`] : []),
  ];
  return { text: parts.join("\n\n") };
}

/** An Adaptive Card in the envelope that Teams Workflows accept. */
export function teamsBody({ sentence, answers, more, link }: ChatPost): object {
  return {
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        contentUrl: null,
        content: {
          $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
          type: "AdaptiveCard",
          version: "1.4",
          body: [
            richText(sentence),
            ...answers.flatMap(({ title, answer }) => [
              richText(title, { weight: "Bolder" }),
              richText(excerpt(answer)),
            ]),
            ...(more === undefined ? [] : [richText(more, { isSubtle: true })]),
          ],
          ...(link && { actions: [{ type: "Action.OpenUrl", title: link.label, url: link.address }] }),
        },
      },
    ],
  };
}

/** Not a TextBlock, which would render a client's words as Markdown, including links. */
function richText(text: string, look: object = {}): object {
  return { type: "RichTextBlock", inlines: [{ type: "TextRun", text: shownText(text), ...look }] };
}

function slackText(text: string): string {
  return shownText(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function excerpt(answer: string): string {
  const lines = shorten(answer.slice(0, ANSWER_MAX_LENGTH).toWellFormed(), ANSWER_MAX_CHARACTERS);
  return lines.split("\n").map(isolateBidi).join("\n");
}
