import { questionsOf } from "#contract/interview/interview.ts";
import { isolateBidi } from "#contract/manage/answers/shown-text.ts";
import type {
  Message,
  MessageAnswer,
  MessageKind,
  TEST_KIND,
} from "#contract/manage/webhooks/webhook-messages.ts";
import type { Definition } from "../interviews/definition.ts";
import type { InterviewBook } from "../interviews/interview-book.ts";
import { wordsIn } from "../runtime/words.ts";
import type { DueDelivery } from "../storage/webhooks/deliveries.ts";
import { CHAT_ANSWERS_MAX, type ChatPost, slackBody, teamsBody } from "./chat-post.ts";
import { type AnswerSources, messageAnswers } from "./message-answers.ts";

export type ComposeBodyContext = Pick<AnswerSources, "storage"> & {
  book: Pick<InterviewBook, "current" | "ofClient">;
  providerName: string;
  /** Without a trailing slash. */
  publicUrl: string;
};

/** Composes the body of a delivery: the stored message, with answers if included, or as a chat post. */
export type ComposeBody = (due: DueDelivery) => Promise<string>;

/** Writes in the provider's first language. */
export function bodyComposer(context: ComposeBodyContext): ComposeBody {
  return async (due) => {
    const { format } = due.target;
    const message = JSON.parse(due.body) as Message;
    const { storage, book } = context;
    const { asked } = due.clientId === null ? book.current() : await book.ofClient(due.clientId);
    const answers = await messageAnswers({ storage, asked }, due, message.data.question);
    if (format === "standard")
      return answers ? JSON.stringify({ ...message, data: { ...message.data, answers } }) : due.body;
    const post = chatPost(context, due, { message, answers, asked });
    return JSON.stringify(format === "slack" ? slackBody(post) : teamsBody(post));
  };
}

type Composed = { message: Message; answers: MessageAnswer[] | undefined; asked: Definition };

function chatPost(
  { providerName, publicUrl }: ComposeBodyContext,
  { kind, clientId }: DueDelivery,
  { message: { data }, answers = [], asked }: Composed,
): ChatPost {
  const { say } = wordsIn(asked.language);
  const question = questionsOf(asked.interview).find(({ id }) => id === data.question);
  const given = answers.filter(({ answer }) => answer !== "");
  const hidden = given.length - CHAT_ANSWERS_MAX;
  return {
    sentence: say(`webhook.say.${kind as MessageKind | typeof TEST_KIND}`, {
      provider: isolateBidi(providerName),
      client: isolateBidi(String(data.clientName)),
      title: question?.title ?? "",
      completed: Number(data.completed),
      total: Number(data.total),
      days: Number(data.inactiveDays),
    }),
    answers: given.slice(0, CHAT_ANSWERS_MAX),
    more: hidden > 0 ? say("webhook.moreAnswers", { count: hidden }) : undefined,
    link:
      clientId === null
        ? undefined
        : { label: say("webhook.open"), address: `${publicUrl}/console/clients/${clientId}` },
  };
}
