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
  "account-changed": {
    subject: "An account on the {{provider}} console was changed",
    text: `Hello {{manager}},

{{change}}

Every administrator gets this mail. If you did not expect this change, open the console, check the account managers and the audit trail, and end what should not be there.

{{console}}`,
  },
  "password-guessed": {
    subject: "Wrong passwords for your {{provider}} account",
    text: `Hello {{manager}},

Someone entered many wrong passwords for your account today. If it was you, you can ignore this mail. If not, your password still protects the account. Check your sessions on your account page, choose a password that you use nowhere else, and turn on a second factor.

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
  "account-changed": {
    subject: "Cambió una cuenta en la consola de {{provider}}",
    text: `Hola, {{manager}}:

{{change}}

Todos los administradores reciben este correo. Si no esperaba este cambio, abra la consola, revise las cuentas y el registro de auditoría, y cierre lo que no deba estar ahí.

{{console}}`,
  },
  "password-guessed": {
    subject: "Contraseñas incorrectas en su cuenta de {{provider}}",
    text: `Hola, {{manager}}:

Hoy alguien escribió muchas contraseñas incorrectas para su cuenta. Si fue usted, no tiene que hacer nada. Si no, su contraseña sigue protegiendo la cuenta. Revise sus sesiones en la página de su cuenta, elija una contraseña que no use en ningún otro lugar y active un segundo factor.

{{console}}`,
  },
};

/** The words of mails where the provider has none of their own, in the provider's first language. */
export const builtInTemplates: { [Of in Language]: { [Kind in MailKind]: MailTemplate } } = {
  en: english,
  es: spanish,
};
