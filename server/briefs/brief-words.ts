import type { Language } from "#contract/languages.ts";
import type { BriefAnswer, WordlessReason } from "#contract/manage/answers/brief.ts";
import type { AnswerReason } from "#contract/record/record.ts";

/** Every word of a brief that is neither the client's nor the interview's, for page and Markdown alike. */
const english = {
  language: "en" as Language,
  kind: "Client brief",
  notSubmitted: "Not submitted yet",
  submitted: (time: string) => `Submitted ${time}`,
  changed: (time: string) => `Changed since then, on ${time}`,
  saved: (time: string) => `Last saved ${time}`,
  neverSaved: "Nothing saved yet",
  answered: (completed: number, total: number) => `${completed} of ${total} questions answered`,
  profile: "The business",
  noProfile: "No business details yet.",
  toolStack: "Tools in use",
  noTools: "No tools yet.",
  stars: (stars: number, max: number) => `${stars} of ${max} stars`,
  notRated: "Not rated",
  otherTools: "Other tools",
  answer: "Answer",
  noneOfThese: "None of these",
  url: "Website",
  noWebsite: "No website yet",
  satisfaction: "Website satisfaction",
  points: (points: number, max: number) => `${points} of ${max}`,
  gaps: "Open questions",
  noGaps: "Every question has an answer.",
  quotes: "In their own words",
  contents: "Contents",
  notAnswered: "Not answered yet",
  earlier: "Earlier questions",
  earlierText: "The interview no longer asks these questions.",
  madeAt: (time: string, revision: number) => `Made ${time} from revision ${revision} of the record.`,
  /** Stands in for the transcript that a recording lacks. */
  wordless: {
    receiving: "This recording is still on its way.",
    queued: "This recording is being transcribed.",
    silent: "We can’t hear anyone in this recording.",
    "not-transcribed": "Recording without a transcript.",
    failed: "This recording couldn’t be transcribed.",
    refused: "This recording couldn’t be used.",
    "not-here": "The audio of this recording isn’t on the server.",
  } satisfies { [Reason in WordlessReason]: string },
  /** How the client gave an answer. Early releases did not store that. */
  ways: { typed: "Typed", dictated: "Dictated", unknown: "Written" },
  recorded: "Recorded",
  reasons: {
    "not-applicable": "Doesn’t apply",
    unknown: "Doesn’t know",
    "in-person": "Ask in person",
  } satisfies { [Reason in AnswerReason]: string },
  seconds: (seconds: number) => `${seconds} sec`,
  minutes: (minutes: number, seconds: number) => `${minutes} min ${seconds} sec`,
};

export type BriefWords = typeof english;

const spanish: BriefWords = {
  language: "es",
  kind: "Resumen del cliente",
  notSubmitted: "Sin enviar",
  submitted: (time) => `Enviado el ${time}`,
  changed: (time) => `Modificado después, el ${time}`,
  saved: (time) => `Guardado por última vez el ${time}`,
  neverSaved: "Todavía no se guarda nada",
  answered: (completed, total) => `${completed} de ${total} preguntas respondidas`,
  profile: "El negocio",
  noProfile: "Todavía no hay datos del negocio.",
  toolStack: "Herramientas que usa",
  noTools: "Todavía no hay herramientas.",
  stars: (stars, max) => `${stars} de ${max} estrellas`,
  notRated: "Sin calificar",
  otherTools: "Otras herramientas",
  answer: "Respuesta",
  noneOfThese: "Ninguna de estas",
  url: "Sitio web",
  noWebsite: "Todavía sin sitio web",
  satisfaction: "Satisfacción con el sitio",
  points: (points, max) => `${points} de ${max}`,
  gaps: "Preguntas por responder",
  noGaps: "Todas las preguntas tienen respuesta.",
  quotes: "En sus propias palabras",
  contents: "Contenido",
  notAnswered: "Sin responder",
  earlier: "Preguntas anteriores",
  earlierText: "La entrevista ya no hace estas preguntas.",
  madeAt: (time, revision) => `Hecho el ${time} a partir de la revisión ${revision} del registro.`,
  wordless: {
    receiving: "Esta grabación todavía está llegando.",
    queued: "Esta grabación se está transcribiendo.",
    silent: "No escuchamos a nadie en esta grabación.",
    "not-transcribed": "Grabación sin transcripción.",
    failed: "No se pudo transcribir esta grabación.",
    refused: "No se pudo usar esta grabación.",
    "not-here": "El audio de esta grabación no está en el servidor.",
  },
  ways: { typed: "Escrita", dictated: "Dictada", unknown: "Escrita" },
  recorded: "Grabada",
  reasons: { "not-applicable": "No aplica", unknown: "No lo sabe", "in-person": "Preguntar en persona" },
  seconds: (seconds) => `${seconds} seg`,
  minutes: (minutes, seconds) => `${minutes} min ${seconds} seg`,
};

export const briefWords: { [Of in Language]: BriefWords } = { en: english, es: spanish };

/** The answer itself, or why it has no words; `isGiven` tells the client's own from ours. */
export function answerText(
  { content, recording }: BriefAnswer,
  words: BriefWords,
): { text: string; isGiven: boolean } {
  const { wordless } = recording ?? {};
  return wordless ? { text: words.wordless[wordless], isGiven: false } : { text: content, isGiven: true };
}

/** How and when an answer was given: "Recorded, 1 min 40 sec · March 1, 2026 at 12:00 PM UTC". */
export function answerOrigin(answer: BriefAnswer, words: BriefWords): string {
  const time = timeWords(answer.timestamp, words);
  return time === "" ? mannerOf(answer, words) : `${mannerOf(answer, words)} · ${time}`;
}

function mannerOf({ type, source, recording }: BriefAnswer, words: BriefWords): string {
  if (type === "text") return words.ways[source ?? "unknown"];
  const durationMs = recording?.durationMs;
  return durationMs == null ? words.recorded : `${words.recorded}, ${durationWords(durationMs, words)}`;
}

function durationWords(durationMs: number, words: BriefWords): string {
  const whole = Math.round(durationMs / 1_000);
  const minutes = Math.floor(whole / 60);
  return minutes === 0 ? words.seconds(whole) : words.minutes(minutes, whole % 60);
}

/** Dates follow the United States, where most clients and managers are. The month is a word, so nobody misreads it. */
const LOCALES: { [Of in Language]: string } = { en: "en-US", es: "es-US" };

/** In UTC, since the reader may be anywhere; empty where it is no instant. */
export function timeWords(instant: string, { language }: BriefWords): string {
  const time = new Date(instant);
  if (Number.isNaN(time.getTime())) return "";
  const format = { dateStyle: "long", timeStyle: "short", timeZone: "UTC" } as const;
  // not every font and terminal has the narrow space before PM
  const words = time.toLocaleString(LOCALES[language], format).replaceAll("\u202f", " ");
  return `${words} UTC`;
}
