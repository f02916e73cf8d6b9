import type { Language } from "#contract/languages.ts";

/** Every sentence of the privacy page that is not the provider's own. */
export type PrivacyWords = {
  title: (provider: string) => string;
  heading: string;
  askThem: (provider: string) => string;
  questions: string;
  kept: {
    heading: string;
    answers: string;
    recordingsAt: (host: string) => string;
    earlier: string;
    person: string;
    device: string;
    until: string;
    untilDays: (days: number) => string;
  };
  seen: {
    heading: string;
    people: (provider: string) => string;
    dictatingOnDevice: string;
    dictating: string;
    /** Before one of the three that follow. */
    recording: string;
    sentTo: (host: string, provider: string) => string;
    writtenDownHere: string;
    listenedTo: string;
    reminders: string;
    nobodyElse: string;
  };
  rights: {
    heading: string;
    see: (provider: string) => string;
    change: string;
    /** Where the answers are in a file of our own, which is overwritten. */
    erasedFile: string;
    /** Where they are on a database server, which lets go of what was deleted in its own time. */
    erasedServer: string;
  };
};

export const privacyWords: { [Of in Language]: PrivacyWords } = {
  en: {
    title: (provider) => `Privacy: ${provider}`,
    heading: "How we protect your answers",
    askThem: (provider) =>
      `${provider} asks these questions, and your answers are for ${provider}. Their own privacy notice says why they ask and whom to contact. You can ask them for it.`,
    questions: "Questions about privacy:",
    kept: {
      heading: "What we keep",
      answers: "Your answers and recordings, on the provider’s server, encrypted with a key of your own.",
      recordingsAt: (host) =>
        `Your recordings, once they’re ready to play, at ${host}. They’re encrypted with that key, and the key isn’t stored there.`,
      earlier: "Earlier versions of your answers, for 30 days, so nothing is lost by mistake.",
      person:
        "Your name, your email address if we have it, your language, when you visited, and how far you’ve come.",
      device:
        "On this device: your unsaved answers and recordings, encrypted, and your settings (language, what Enter does). Nothing else stays here, and there are no cookies. If you open a link that carries your key, your browser may remember the link. On a shared computer, type the key instead.",
      until: "We keep all of it until you ask us to delete it.",
      untilDays: (days) => `We delete all of it ${days} days after your last visit, or sooner if you ask.`,
    },
    seen: {
      heading: "Who sees it",
      people: (provider) => `The people at ${provider} who work with you see all of it.`,
      dictatingOnDevice:
        "Dictation: if your device can turn speech into text, no one else hears it. If it can’t, your browser’s company (such as Google or Apple) does it. The line next to the button says which.",
      dictating:
        "Dictation: your browser’s company (such as Google or Apple) turns your speech into text. No one else hears it.",
      recording: "Recordings:",
      sentTo: (host, provider) =>
        `they go to ${host}, without your name, and ${host} turns them into text for ${provider}.`,
      writtenDownHere: "a program on the provider’s own server turns them into text.",
      listenedTo: "they stay on the provider’s server, and people listen to them.",
      reminders: "You may get reminders by email. Each one has a link to stop them.",
      nobodyElse: "No one else. No ads, no third-party tracking. Every page comes from this server.",
    },
    rights: {
      heading: "What you can do",
      see: (provider) =>
        `See it: “Review” shows everything you entered and lets you download a copy. ${provider} can give you all of it, including your recordings.`,
      change: "Change it: you can edit or delete any answer, even after you submit.",
      erasedFile:
        "Delete it: ask your account manager. We overwrite your answers and recordings, and we destroy the key that opens them in backups.",
      erasedServer:
        "Delete it: ask your account manager. We delete your answers and recordings. The database and its backups may still hold copies for a time, so we destroy the key that opens them.",
    },
  },
  es: {
    title: (provider) => `Privacidad: ${provider}`,
    heading: "Cómo protegemos sus respuestas",
    askThem: (provider) =>
      `${provider} hace estas preguntas, y sus respuestas son para ${provider}. Su propio aviso de privacidad dice para qué las necesita y a quién puede escribir. Usted puede pedírselo.`,
    questions: "Preguntas sobre privacidad:",
    kept: {
      heading: "Qué guardamos",
      answers:
        "Sus respuestas y grabaciones, en el servidor del proveedor, cifradas con una clave solo suya.",
      recordingsAt: (host) =>
        `Sus grabaciones, cuando ya se pueden reproducir, en ${host}. Están cifradas con esa clave, y la clave no está allí.`,
      earlier: "Versiones anteriores de sus respuestas, por 30 días, para que nada se pierda por error.",
      person: "Su nombre, su correo si lo tenemos, su idioma, cuándo nos visitó y hasta dónde ha llegado.",
      device:
        "En este dispositivo: sus respuestas y grabaciones sin guardar, cifradas, y su configuración (el idioma, qué hace Enter). No queda nada más, y no hay cookies. Si abre un enlace que lleva su clave, el navegador puede recordarlo. En una computadora compartida, mejor escriba la clave.",
      until: "Lo conservamos todo hasta que usted pida que se borre.",
      untilDays: (days) =>
        `Borramos todo ${days} días después de su última visita, o antes si usted lo pide.`,
    },
    seen: {
      heading: "Quién lo ve",
      people: (provider) => `Las personas de ${provider} que trabajan con usted lo ven todo.`,
      dictatingOnDevice:
        "Dictado: si su dispositivo puede convertir la voz en texto, nadie más la escucha. Si no puede, lo hace la empresa de su navegador (como Google o Apple). La línea junto al botón dice cuál.",
      dictating:
        "Dictado: la empresa de su navegador (como Google o Apple) convierte su voz en texto. Nadie más la escucha.",
      recording: "Grabaciones:",
      sentTo: (host, provider) =>
        `se envían a ${host}, sin su nombre, y ${host} las convierte en texto para ${provider}.`,
      writtenDownHere: "un programa en el propio servidor del proveedor las convierte en texto.",
      listenedTo: "se quedan en el servidor del proveedor, y hay personas que las escuchan.",
      reminders:
        "Es posible que reciba recordatorios por correo. Cada uno trae un enlace para no recibir más.",
      nobodyElse:
        "Nadie más. Sin anuncios y sin rastreo de terceros. Todas las páginas vienen de este servidor.",
    },
    rights: {
      heading: "Qué puede hacer",
      see: (provider) =>
        `Verlo: “Revisar” muestra todo lo que escribió y le permite descargar una copia. ${provider} puede darle todo, incluidas sus grabaciones.`,
      change: "Cambiarlo: puede editar o eliminar cualquier respuesta, incluso después de enviarla.",
      erasedFile:
        "Borrarlo: pídaselo a su asesor. Sobrescribimos sus respuestas y grabaciones, y destruimos la clave que las abre en las copias de seguridad.",
      erasedServer:
        "Borrarlo: pídaselo a su asesor. Eliminamos sus respuestas y grabaciones. La base de datos y sus copias de seguridad pueden conservar algo por un tiempo, así que destruimos la clave que lo abre.",
    },
  },
};
