import type { Language } from "../../languages.ts";
import type { MailKind, MailTemplate } from "./mail.ts";

const english: { [Kind in MailKind]: MailTemplate } = {
  "not-started": {
    subject: "A few questions from {{provider}}",
    text: `Hi {{client}},

A few questions about your business are waiting for you. Type or talk, stop whenever you like, and pick up later on any device.

{{link}}

{{signIn}}

{{manager}}
{{provider}}`,
  },
  "partly-done": {
    subject: "You’re {{percent}} done with your {{provider}} interview",
    text: `Hi {{client}},

Thanks for what you’ve told us so far. You’re {{percent}} done, and everything is saved. When you have a few minutes, pick up where you left off.

{{link}}

{{signIn}}

{{manager}}
{{provider}}`,
  },
  "follow-up": {
    subject: "A quick follow-up from {{provider}}",
    text: `Hi {{client}},

Thanks for your answers. To get everything right, we’d like to know a little more:

{{questions}}

You’ll find this next to your answers:

{{link}}

{{signIn}}

{{manager}}
{{provider}}`,
  },
  "asked-back": {
    subject: "{{provider}} has a follow-up question for you",
    text: `Hi {{client}},

Thanks for your answers. We have a quick follow-up, and you’ll find it next to the question.

{{link}}

{{signIn}}

{{manager}}
{{provider}}`,
  },
  "sign-in-link": {
    subject: "Your {{provider}} sign-in link",
    text: `Hi {{client}},

Here’s your new sign-in link. It works for 7 days, on the first phone or computer you open it on.

{{links}}

Didn’t ask for it? You can ignore this email.

{{manager}}
{{provider}}`,
  },
  submitted: {
    subject: "{{client}} submitted the interview",
    text: `Hi {{manager}},

{{client}} submitted the interview ({{percent}} complete).

{{console}}`,
  },
  answered: {
    subject: "{{client}} answered your follow-up",
    text: `Hi {{manager}},

{{client}} answered a follow-up question.

{{console}}`,
  },
  stuck: {
    subject: "No activity from {{client}} for {{days}}",
    text: `Hi {{manager}},

{{client}} hasn’t added anything for {{days}} ({{percent}} complete).

{{console}}`,
  },
  "account-changed": {
    subject: "An account on the {{provider}} console changed",
    text: `Hi {{manager}},

{{change}}

We send this email to every administrator. Didn’t expect this change? Open the console, check the account managers and the audit trail, and undo what shouldn’t be there.

{{console}}`,
  },
  "password-guessed": {
    subject: "Wrong passwords for your {{provider}} account",
    text: `Hi {{manager}},

Someone entered many wrong passwords for your account today. If it was you, you can ignore this email. If not, your password still protects your account. Check your sessions on your account page, choose a password you don’t use anywhere else, and turn on a second factor.

{{console}}`,
  },
  "link-trouble": {
    subject: "Sign-in links for {{client}} stopped",
    text: `Hi {{manager}},

Two sign-in links in a row for {{client}} were used within a minute of delivery. A mail scanner probably opened them. Emails to {{client}} no longer carry sign-in links. Please send {{client}} an access key another way.

{{console}}`,
  },
};

const spanish: { [Kind in MailKind]: MailTemplate } = {
  "not-started": {
    subject: "Unas preguntas de {{provider}}",
    text: `Hola, {{client}}:

Tenemos unas preguntas sobre su negocio. Puede escribir o hablar, parar cuando quiera y seguir después en cualquier dispositivo.

{{link}}

{{signIn}}

{{manager}}
{{provider}}`,
  },
  "partly-done": {
    subject: "Ya lleva el {{percent}} de su entrevista con {{provider}}",
    text: `Hola, {{client}}:

Gracias por lo que nos ha contado. Ya lleva el {{percent}} y todo está guardado. Cuando tenga unos minutos, siga donde se quedó.

{{link}}

{{signIn}}

{{manager}}
{{provider}}`,
  },
  "follow-up": {
    subject: "Una pregunta adicional de {{provider}}",
    text: `Hola, {{client}}:

Gracias por sus respuestas. Para entender todo bien, quisiéramos saber un poco más:

{{questions}}

Lo encontrará junto a sus respuestas:

{{link}}

{{signIn}}

{{manager}}
{{provider}}`,
  },
  "asked-back": {
    subject: "{{provider}} tiene una pregunta adicional para usted",
    text: `Hola, {{client}}:

Gracias por sus respuestas. Tenemos una pregunta adicional. La encontrará junto a la pregunta original.

{{link}}

{{signIn}}

{{manager}}
{{provider}}`,
  },
  "sign-in-link": {
    subject: "Su enlace de acceso de {{provider}}",
    text: `Hola, {{client}}:

Este es su nuevo enlace de acceso. Funciona durante 7 días, en el primer teléfono o computadora donde lo abra.

{{links}}

¿No lo pidió? Puede ignorar este correo.

{{manager}}
{{provider}}`,
  },
  submitted: {
    subject: "{{client}} envió la entrevista",
    text: `Hola, {{manager}}:

{{client}} envió la entrevista (completa al {{percent}}).

{{console}}`,
  },
  answered: {
    subject: "{{client}} contestó su pregunta adicional",
    text: `Hola, {{manager}}:

{{client}} contestó una pregunta adicional.

{{console}}`,
  },
  stuck: {
    subject: "Sin actividad de {{client}} desde hace {{days}}",
    text: `Hola, {{manager}}:

{{client}} no ha agregado nada desde hace {{days}} (completa al {{percent}}).

{{console}}`,
  },
  "account-changed": {
    subject: "Cambió una cuenta en la consola de {{provider}}",
    text: `Hola, {{manager}}:

{{change}}

Enviamos este correo a todos los administradores. ¿No esperaba este cambio? Abra la consola, revise las cuentas y el registro de auditoría, y deshaga lo que no deba estar ahí.

{{console}}`,
  },
  "password-guessed": {
    subject: "Contraseñas incorrectas en su cuenta de {{provider}}",
    text: `Hola, {{manager}}:

Hoy alguien escribió muchas contraseñas incorrectas para su cuenta. Si fue usted, no tiene que hacer nada. Si no, su contraseña sigue protegiendo su cuenta. Revise sus sesiones en la página de su cuenta, elija una contraseña que no use en ningún otro lugar y active un segundo factor.

{{console}}`,
  },
  "link-trouble": {
    subject: "Se detuvieron los enlaces de acceso de {{client}}",
    text: `Hola, {{manager}}:

Dos enlaces de acceso seguidos de {{client}} se usaron en menos de un minuto. Es probable que los abriera un filtro de correo. Los correos a {{client}} ya no llevan enlaces de acceso. Envíele una clave de acceso por otro medio.

{{console}}`,
  },
};

/** The mails of a provider who has not written their own. */
export const builtInTemplates: { [Of in Language]: { [Kind in MailKind]: MailTemplate } } = {
  en: english,
  es: spanish,
};
