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
    heading: "What happens to what you say",
    askThem: (provider) =>
      `${provider} asks these questions, and what you enter here is for ${provider}. Ask them for their own privacy notice: it says why they need it, and whom to write to.`,
    questions: "Questions about it:",
    kept: {
      heading: "What is kept",
      answers: "Your answers and recordings, on the provider’s server, encrypted with a key of your own.",
      recordingsAt: (host) =>
        `Your recordings, as soon as they can be played, at ${host}: encrypted with that key, which is not there.`,
      earlier: "Earlier versions of your answers, for 30 days, so that nothing is lost by mistake.",
      person:
        "Your name, your e-mail address if one was entered, when you were here, in which language, and how far you have come.",
      device:
        "On this device: what you have entered and not saved yet, encrypted, and how you like this page (its language, what Enter does). Nothing else stays here, and there are no cookies. If you open a link that carries your key, your browser may remember the link: on a computer that others use, type the key.",
      until: "All of it until you are erased, which you can ask for at any time.",
      untilDays: (days) =>
        `All of it until you are erased: by itself ${days} days after you were here last, or when you ask for it.`,
    },
    seen: {
      heading: "Who sees it",
      people: (provider) => `The people at ${provider} who look after you: all of it.`,
      dictatingOnDevice:
        "Dictating: where your device can turn speech into text itself, nobody else hears it. Where it cannot, your browser’s maker does it; the line beside the button says which.",
      dictating:
        "Dictating: your browser’s maker turns your speech into text, as the line beside the button says. Nobody else hears it.",
      recording: "Recording:",
      sentTo: (host, provider) =>
        `your recordings, without your name, go to ${host}, which writes them down for ${provider}.`,
      writtenDownHere: "a program on the provider’s own server writes your recordings down.",
      listenedTo: "your recordings stay on the provider’s server, and people listen to them.",
      reminders: "You may be reminded by e-mail; each has a link by which you get no more of them.",
      nobodyElse:
        "Nobody else. There is no advertising, nothing is counted by others, and every page comes from this server alone.",
    },
    rights: {
      heading: "What you can ask for",
      see: (provider) =>
        `To see it: “Review” shows everything you entered, and saves it as a file. ${provider} can give you all of it, your recordings included.`,
      change: "To change it: you can edit and delete every answer, also after you have submitted.",
      erasedFile:
        "To have it erased: your account manager can do that. Your answers and recordings are overwritten, and the key that opens them in backups is destroyed.",
      erasedServer:
        "To have it erased: your account manager can do that. Your answers and recordings are deleted, and the key that opens what the database and its backups may still hold of them for a time is destroyed.",
    },
  },
  es: {
    title: (provider) => `Privacidad: ${provider}`,
    heading: "Qué pasa con lo que usted dice",
    askThem: (provider) =>
      `${provider} hace estas preguntas, y lo que usted escribe aquí es para ${provider}. Pídales su propio aviso de privacidad: dice para qué lo necesitan y a quién puede escribir.`,
    questions: "Preguntas sobre esto:",
    kept: {
      heading: "Qué se guarda",
      answers:
        "Sus respuestas y grabaciones, en el servidor del proveedor, cifradas con una clave solo suya.",
      recordingsAt: (host) =>
        `Sus grabaciones, en cuanto se pueden reproducir, en ${host}: cifradas con esa clave, que no está allí.`,
      earlier:
        "Las versiones anteriores de sus respuestas, durante 30 días, para que nada se pierda por error.",
      person:
        "Su nombre, su correo electrónico si alguien lo anotó, cuándo estuvo aquí, en qué idioma y hasta dónde ha llegado.",
      device:
        "En este dispositivo: lo que ha escrito y aún no se ha guardado, cifrado, y cómo prefiere esta página (el idioma, qué hace Enter). No queda nada más, y no hay cookies. Si abre un enlace que lleva su clave, el navegador puede recordarlo: en un equipo que usan otras personas, escriba la clave.",
      until: "Todo ello hasta que se borre, lo que puede pedir en cualquier momento.",
      untilDays: (days) =>
        `Todo ello hasta que se borre: por sí solo ${days} días después de su última visita, o cuando usted lo pida.`,
    },
    seen: {
      heading: "Quién lo ve",
      people: (provider) => `Las personas de ${provider} que le atienden: todo.`,
      dictatingOnDevice:
        "Al dictar: si su dispositivo puede convertir la voz en texto por sí mismo, nadie más la oye. Si no puede, lo hace el fabricante de su navegador; la línea junto al botón lo dice.",
      dictating:
        "Al dictar: el fabricante de su navegador convierte su voz en texto, como dice la línea junto al botón. Nadie más la oye.",
      recording: "Al grabar:",
      sentTo: (host, provider) =>
        `sus grabaciones, sin su nombre, van a ${host}, que las pone por escrito para ${provider}.`,
      writtenDownHere: "un programa en el propio servidor del proveedor pone por escrito sus grabaciones.",
      listenedTo: "sus grabaciones se quedan en el servidor del proveedor, y hay personas que las escuchan.",
      reminders:
        "Puede recibir recordatorios por correo electrónico; cada uno lleva un enlace para no recibir más.",
      nobodyElse:
        "Nadie más. No hay publicidad, nadie de fuera cuenta nada, y todas las páginas vienen solo de este servidor.",
    },
    rights: {
      heading: "Qué puede pedir",
      see: (provider) =>
        `Verlo: «Revisar» muestra todo lo que ha escrito y lo guarda en un archivo. ${provider} puede darle todo, también sus grabaciones.`,
      change: "Cambiarlo: puede editar y eliminar cada respuesta, también después de enviarlas.",
      erasedFile:
        "Que se borre: su gestor de cuenta puede hacerlo. Sus respuestas y grabaciones se sobrescriben, y se destruye la clave que las abre en las copias de seguridad.",
      erasedServer:
        "Que se borre: su gestor de cuenta puede hacerlo. Sus respuestas y grabaciones se eliminan, y se destruye la clave que abre lo que la base de datos y sus copias de seguridad puedan conservar durante un tiempo.",
    },
  },
};
