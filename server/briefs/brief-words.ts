import type { Language } from "#contract/languages.ts";
import type { BriefAnswer, WordlessReason } from "#contract/manage/answers/brief.ts";

/** Every word of a brief that is neither the client's nor the interview's, for page and Markdown alike. */
const english = {
  language: "en" as Language,
  kind: "Client brief",
  notSubmitted: "Not submitted yet",
  submitted: (time: string) => `Submitted ${time}`,
  changed: (time: string) => `Changed since, on ${time}`,
  saved: (time: string) => `Last saved ${time}`,
  neverSaved: "Nothing saved yet",
  answered: (completed: number, total: number) => `${completed} of ${total} questions answered`,
  profile: "The business",
  noProfile: "Nothing told about the business yet.",
  toolStack: "Tools in use",
  noTools: "No tools named yet.",
  stars: (stars: number, max: number) => `${stars} of ${max} stars`,
  notRated: "Not rated",
  otherTools: "Other tools",
  url: "Website",
  satisfaction: "Satisfaction with it",
  points: (points: number, max: number) => `${points} of ${max}`,
  gaps: "Still open",
  noGaps: "Nothing: every question has an answer.",
  quotes: "In their own words",
  contents: "Contents",
  notAnswered: "Not answered yet",
  earlier: "Earlier questions",
  earlierText: "The interview no longer asks these.",
  madeAt: (time: string, revision: number) => `Made ${time} from revision ${revision} of the record.`,
  /** Stands where a recording has no words. */
  wordless: {
    receiving: "A recording that is still on its way.",
    queued: "A recording that is being put into words.",
    silent: "A recording in which nobody is heard.",
    "not-transcribed": "A recording, kept as sound alone.",
    failed: "A recording that could not be put into words.",
    refused: "A recording that could not be used.",
    "not-here": "A recording whose sound is not on the server.",
  } satisfies { [Reason in WordlessReason]: string },
  /** How an answer was given; one of an early release does not tell. */
  ways: { typed: "Typed", dictated: "Dictated", unknown: "Written" },
  recorded: "Recorded",
  seconds: (seconds: number) => `${seconds} s`,
  minutes: (minutes: number, seconds: number) => `${minutes} min ${seconds} s`,
};

export type BriefWords = typeof english;

const spanish: BriefWords = {
  language: "es",
  kind: "Informe del cliente",
  notSubmitted: "Sin enviar",
  submitted: (time) => `Enviado el ${time}`,
  changed: (time) => `Cambiado después, el ${time}`,
  saved: (time) => `Guardado por última vez el ${time}`,
  neverSaved: "Aún no se ha guardado nada",
  answered: (completed, total) => `${completed} de ${total} preguntas respondidas`,
  profile: "El negocio",
  noProfile: "Aún no se ha dicho nada del negocio.",
  toolStack: "Herramientas que usa",
  noTools: "Aún no se ha nombrado ninguna herramienta.",
  stars: (stars, max) => `${stars} de ${max} estrellas`,
  notRated: "Sin valorar",
  otherTools: "Otras herramientas",
  url: "Sitio web",
  satisfaction: "Satisfacción con él",
  points: (points, max) => `${points} de ${max}`,
  gaps: "Falta por responder",
  noGaps: "Nada: todas las preguntas tienen respuesta.",
  quotes: "En sus propias palabras",
  contents: "Contenido",
  notAnswered: "Sin responder",
  earlier: "Preguntas anteriores",
  earlierText: "La entrevista ya no las hace.",
  madeAt: (time, revision) => `Hecho el ${time} a partir de la revisión ${revision} del registro.`,
  wordless: {
    receiving: "Una grabación que aún está llegando.",
    queued: "Una grabación que se está pasando a texto.",
    silent: "Una grabación en la que no se oye a nadie.",
    "not-transcribed": "Una grabación que se conserva solo como sonido.",
    failed: "Una grabación que no se pudo pasar a texto.",
    refused: "Una grabación que no se pudo usar.",
    "not-here": "Una grabación cuyo sonido no está en el servidor.",
  },
  ways: { typed: "Escrita", dictated: "Dictada", unknown: "Escrita" },
  recorded: "Grabada",
  seconds: (seconds) => `${seconds} s`,
  minutes: (minutes, seconds) => `${minutes} min ${seconds} s`,
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

/** How and when an answer was given: "Recorded, 1 min 40 s · 1 March 2026 at 12:00 UTC". */
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

/** How a day is written: English as in Europe, so that no day is taken for a month. */
const LOCALES: { [Of in Language]: string } = { en: "en-GB", es: "es" };

/** In UTC, since the reader may be anywhere; empty where it is no instant. */
export function timeWords(instant: string, { language }: BriefWords): string {
  const time = new Date(instant);
  if (Number.isNaN(time.getTime())) return "";
  const format = { dateStyle: "long", timeStyle: "short", timeZone: "UTC" } as const;
  return `${time.toLocaleString(LOCALES[language], format)} UTC`;
}
