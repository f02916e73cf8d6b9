import { randomUUID } from "node:crypto";
import { type Field, steps } from "./questions.ts";

const TYPEBOT = { id: "interview", version: "6.1", publishedAt: "2026-11-01T00:00:00.000Z" };
const START = `/api/v1/typebots/${TYPEBOT.id}/startChat`;
const CONTINUE = /^\/api\/v1\/sessions\/([\w-]+)\/continueChat$/;

/** Answers like Typebot's own server, with one field after the other and nothing else. */
export function createTypebotChat(): (path: string, body: unknown) => object | undefined {
  const places = new Map<string, number>();
  return (path, body) => {
    if (path === START) return start(places);
    const sessionId = CONTINUE.exec(path)?.[1];
    const place = sessionId === undefined ? undefined : places.get(sessionId);
    if (sessionId === undefined || place === undefined || !isAnswer(body)) return undefined;
    places.set(sessionId, place + 1);
    return replyAt(place + 1);
  };
}

function start(places: Map<string, number>): object {
  const sessionId = randomUUID();
  places.set(sessionId, 0);
  return { sessionId, typebot: { ...TYPEBOT, theme: THEME, settings: SETTINGS }, ...replyAt(0) };
}

/**
 * Both settings favor the peer: its own font would come from another server, and its messages would simulate a typing
 * delay.
 */
const THEME = { general: { font: { type: "Custom", family: "sans-serif" } } };
const SETTINGS = { general: { isBrandingEnabled: false }, typingEmulation: { enabled: false } };

/** The field at that place, or the end of the chat. */
function replyAt(place: number): object {
  const field = steps[place];
  if (field === undefined) return { messages: [] };
  const { name, label, help = "" } = field;
  const messages = [label, help].filter(Boolean).map((text, index) => ({
    id: `${name}-${index}`,
    type: "text",
    content: { type: "richText", richText: [{ type: "p", children: [{ text }] }] },
  }));
  return { messages, input: { id: name, ...inputOf(field) } };
}

function inputOf(field: Field): object {
  switch (field.kind) {
    case "text":
    case "long-text": {
      const labels = { placeholder: field.placeholder };
      return { type: "text input", options: { isLong: field.kind === "long-text", labels } };
    }
    case "url":
      return { type: "url input", options: { labels: { placeholder: field.placeholder } } };
    case "scale":
      return {
        type: "rating input",
        options: { length: field.max, startsAt: field.min, labels: { left: field.low, right: field.high } },
      };
    default: {
      const items = field.options.map(({ value, label }) => ({ id: value, content: label }));
      return { type: "choice input", items, options: { isMultipleChoice: field.kind === "choices" } };
    }
  }
}

function isAnswer(body: unknown): boolean {
  const { message } = (body ?? {}) as { message?: { type?: unknown } };
  return message?.type === "text";
}
