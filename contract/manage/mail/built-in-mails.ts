import type { Language } from "../../languages.ts";
import type { MailKind, MailTemplate } from "./mail.ts";

const KEY_NEEDED = {
  en: "You need your access key, or the first link that you were given. If you cannot find them, answer this mail and {{manager}} will send you new ones.",
  es: "Necesita su clave de acceso o el primer enlace que recibió. Si no los encuentra, responda a este correo y {{manager}} le enviará otros.",
};

const english: { [Kind in MailKind]: MailTemplate } = {
  "not-started": {
    subject: "Your interview with {{provider}} is waiting",
    text: `Hello {{client}},

a few questions about your business are waiting for you. You can type or speak your answers, stop whenever you like, and go on later from any device.

{{link}}

${KEY_NEEDED.en}

{{manager}}
{{provider}}`,
  },
  "partly-done": {
    subject: "Your interview with {{provider}} is {{percent}} done",
    text: `Hello {{client}},

thank you for what you have told us so far: {{percent}} of it is there, and nothing is lost. Whenever you have a few minutes, go on where you stopped.

{{link}}

${KEY_NEEDED.en}

{{manager}}
{{provider}}`,
  },
  "follow-up": {
    subject: "A question from {{provider}} about your answers",
    text: `Hello {{client}},

Thank you for your answers. To get everything right, we need to know a little more:

{{questions}}

You'll find this next to your answers:

{{link}}

${KEY_NEEDED.en}

{{manager}}
{{provider}}`,
  },
  "asked-back": {
    subject: "{{provider}} has a question about your answers",
    text: `Hello {{client}},

thank you for your answers. There is something that we would like to understand better; you will find it beside the question.

{{link}}

${KEY_NEEDED.en}

{{manager}}
{{provider}}`,
  },
  submitted: {
    subject: "{{client}} has submitted",
    text: `Hello {{manager}},

{{client}} has submitted the interview ({{percent}} complete).

{{console}}`,
  },
  answered: {
    subject: "{{client}} has answered what you asked back",
    text: `Hello {{manager}},

{{client}} has answered a question that was asked back.

{{console}}`,
  },
  stuck: {
    subject: "{{client}} is stuck",
    text: `Hello {{manager}},

nothing has come from {{client}} for {{days}} ({{percent}} complete).

{{console}}`,
  },
};

const spanish: { [Kind in MailKind]: MailTemplate } = {
  "not-started": {
    subject: "Su entrevista con {{provider}} le espera",
    text: `Hola, {{client}}:

Le esperan unas preguntas sobre su negocio. Puede escribir o dictar sus respuestas, parar cuando quiera y seguir más tarde desde cualquier dispositivo.

{{link}}

${KEY_NEEDED.es}

{{manager}}
{{provider}}`,
  },
  "partly-done": {
    subject: "Su entrevista con {{provider}} va por el {{percent}}",
    text: `Hola, {{client}}:

Gracias por lo que nos ha contado hasta ahora: ya está el {{percent}}, y no se pierde nada. Cuando tenga unos minutos, siga donde lo dejó.

{{link}}

${KEY_NEEDED.es}

{{manager}}
{{provider}}`,
  },
  "follow-up": {
    subject: "Una pregunta de {{provider}} sobre sus respuestas",
    text: `Hola, {{client}}:

Gracias por sus respuestas. Para entenderlo todo bien, necesitamos saber un poco más:

{{questions}}

Lo encontrará junto a sus respuestas:

{{link}}

${KEY_NEEDED.es}

{{manager}}
{{provider}}`,
  },
  "asked-back": {
    subject: "{{provider}} tiene una pregunta sobre sus respuestas",
    text: `Hola, {{client}}:

Gracias por sus respuestas. Hay algo que nos gustaría entender mejor; lo encontrará junto a la pregunta.

{{link}}

${KEY_NEEDED.es}

{{manager}}
{{provider}}`,
  },
  submitted: {
    subject: "{{client}} ha enviado la entrevista",
    text: `Hola, {{manager}}:

{{client}} ha enviado la entrevista (completa al {{percent}}).

{{console}}`,
  },
  answered: {
    subject: "{{client}} ha ampliado una respuesta",
    text: `Hola, {{manager}}:

{{client}} ha respondido a una pregunta que se le hizo de vuelta.

{{console}}`,
  },
  stuck: {
    subject: "{{client}} no avanza",
    text: `Hola, {{manager}}:

No llega nada de {{client}} desde hace {{days}} (completa al {{percent}}).

{{console}}`,
  },
};

/** The words of mails where the provider has none of their own, in the provider's first language. */
export const builtInTemplates: { [Of in Language]: { [Kind in MailKind]: MailTemplate } } = {
  en: english,
  es: spanish,
};
