import type { Language } from "../languages.ts";
import { employeeChoices, locationChoices, revenueChoices, toolChoices } from "./choices.ts";
import type { Interview } from "./interview.ts";
import { inLanguage, type Translatable } from "./texts.ts";

/**
 * The interview that Firsthand asks when the provider brings none. Ids, names, minutes and entry names are the
 * specification's (§2.2, §3); titles, prompts, descriptions and sample answers are ours (product §4).
 */
export const builtInTexts: Translatable<Interview> = {
  sections: [
    {
      id: "business-snapshot",
      name: { en: "Business Snapshot", es: "Retrato de su negocio" },
      minutes: 7,
      description: {
        en: "The basics: how big you are, who does what, and the tools you rely on.",
        es: "Lo básico: el tamaño de su negocio, quién hace qué y con qué herramientas trabajan.",
      },
      questions: [
        {
          kind: "business-profile",
          id: "business-profile",
          entry: "business-profile",
          title: { en: "Your business at a glance", es: "Su negocio de un vistazo" },
          prompt: {
            en: "Three quick picks, so that we know the size of what you run. A rough answer is fine.",
            es: "Tres datos rápidos para conocer el tamaño de su negocio. Basta con una idea aproximada.",
          },
          employees: {
            label: { en: "Number of Employees", es: "Número de empleados" },
            options: employeeChoices,
          },
          locations: {
            label: { en: "Number of Locations", es: "Número de locales" },
            options: locationChoices,
          },
          revenue: { label: { en: "Annual Revenue Range", es: "Ingresos anuales" }, options: revenueChoices },
        },
        {
          kind: "free-answer",
          id: "team-description",
          entry: "team-and-business-setup",
          title: { en: "Your team", es: "Su equipo" },
          prompt: {
            en: "Who works with you, and what does each person take care of on a normal day?",
            es: "¿Quién trabaja con usted y de qué se encarga cada persona en un día normal?",
          },
          sample: {
            en: "I run the shop and do the buying. Maria looks after the counter and the phone, and Sam drives deliveries three days a week. In December my sister helps with the orders.",
            es: "Yo llevo la tienda y hago las compras. María atiende el mostrador y el teléfono, y Sam hace las entregas tres días a la semana. En diciembre mi hermana ayuda con los pedidos.",
          },
        },
        {
          kind: "tool-picker",
          id: "current-tools",
          entry: "tool-selection",
          remarksEntry: "current-tools",
          title: { en: "The tools you use", es: "Las herramientas que usa" },
          prompt: {
            en: "Tap every tool that you use at least once a month, then say how happy you are with each.",
            es: "Pulse todas las herramientas que usa al menos una vez al mes y después díganos qué le parece cada una.",
          },
          remarksPrompt: { en: "Anything to add about your tools?", es: "¿Algo más sobre sus herramientas?" },
          sample: {
            en: "We pay for Mailchimp but nobody has opened it since spring. The bookings in Square do not show up in our calendar, so Maria copies them over every evening.",
            es: "Pagamos Mailchimp, pero nadie lo abre desde la primavera. Las reservas de Square no aparecen en nuestro calendario, así que María las copia a mano todas las noches.",
          },
          tools: toolChoices,
        },
      ],
    },
    {
      id: "leads-booking",
      name: { en: "Leads → Booking", es: "Contactos → Reservas" },
      minutes: 6,
      description: {
        en: "How people find you, and what happens between hello and booked.",
        es: "Cómo llegan a usted los clientes y qué pasa entre el primer saludo y la reserva.",
      },
      questions: [
        {
          kind: "free-answer",
          id: "customer-acquisition",
          entry: "customer-acquisition",
          title: { en: "How customers find you", es: "Cómo le llegan los clientes" },
          prompt: {
            en: "Where did your last ten new customers come from?",
            es: "¿De dónde vinieron sus últimos diez clientes nuevos?",
          },
          sample: {
            en: "About six came from friends telling friends, three found us on Google Maps, and one saw our van. We tried Facebook ads last year, spent $400 and got two calls.",
            es: "Unos seis vinieron porque algún amigo les habló de nosotros, tres nos encontraron en Google Maps y uno vio nuestra camioneta. El año pasado probamos con anuncios en Facebook: gastamos $400 y recibimos dos llamadas.",
          },
        },
        {
          kind: "free-answer",
          id: "booking-process",
          entry: "booking-process",
          title: { en: "From first call to booked", es: "De la primera llamada a la reserva" },
          prompt: {
            en: "Take the last person who booked with you: what happened, step by step, from first contact to a fixed date?",
            es: "Piense en la última persona que reservó con usted: ¿qué pasó, paso a paso, desde el primer contacto hasta tener fecha?",
          },
          sample: {
            en: "She called while I was on a ladder, so it went to voicemail. I rang back at seven, looked in the paper diary, offered Tuesday and texted her the price. Around one in four never answer that text.",
            es: "Me llamó cuando yo estaba en lo alto de una escalera, así que dejó un mensaje en el buzón de voz. Le devolví la llamada a las siete, miré la agenda de papel, le ofrecí el martes y le mandé el precio por mensaje. Más o menos uno de cada cuatro nunca contesta ese mensaje.",
          },
        },
      ],
    },
    {
      id: "service-delivery-ops",
      name: { en: "Service Delivery & Ops", es: "Servicio y operaciones" },
      minutes: 6,
      description: {
        en: "What a day of doing the work looks like, and what keeps it running.",
        es: "Cómo es un día de trabajo y qué hace que todo marche.",
      },
      questions: [
        {
          kind: "free-answer",
          id: "service-execution",
          entry: "service-execution",
          title: { en: "Doing the work", es: "El trabajo del día a día" },
          prompt: {
            en: "Walk us through one typical job or order, from its start until the customer is happy.",
            es: "Cuéntenos cómo es un trabajo o un pedido típico, desde que empieza hasta que el cliente queda contento.",
          },
          sample: {
            en: "We load the van at eight, two of us clean an office in about three hours, and take photos when we are done. I send the photos from my phone. If something was missed, we come back the next day for free.",
            es: "Cargamos la camioneta a las ocho, entre dos limpiamos una oficina en unas tres horas y al terminar sacamos fotos. Yo mando las fotos desde mi teléfono. Si algo quedó sin limpiar, volvemos al día siguiente sin cobrar.",
          },
        },
        {
          kind: "free-answer",
          id: "operations-management",
          entry: "operations-management",
          title: { en: "Keeping it all on track", es: "Que todo salga bien" },
          prompt: {
            en: "How do you plan who does what and when, and where does it go wrong most often?",
            es: "¿Cómo decide quién hace qué y cuándo, y qué es lo que más suele fallar?",
          },
          sample: {
            en: "There is a whiteboard in the kitchen and a group chat. When somebody is sick I call around until someone can step in. Twice last month two people drove to the same job.",
            es: "Tenemos una pizarra en la cocina y un grupo de chat. Cuando alguien falta por enfermedad, llamo a unos y a otros hasta que alguien puede cubrir. El mes pasado nos pasó dos veces que dos personas fueron al mismo trabajo.",
          },
        },
      ],
    },
    {
      id: "money-admin",
      name: { en: "Money & Admin", es: "Dinero y administración" },
      minutes: 5,
      description: {
        en: "Invoices, books and paperwork: what works, and what eats your evenings.",
        es: "Facturas, cuentas y papeleo: qué funciona y qué le roba las noches.",
      },
      questions: [
        {
          kind: "free-answer",
          id: "financial-management",
          entry: "financial-management",
          title: { en: "Getting paid and keeping books", es: "Cobros y cuentas" },
          prompt: {
            en: "How does money come in and go out, and who keeps track of it?",
            es: "¿Cómo entra y sale el dinero, y quién lleva las cuentas?",
          },
          sample: {
            en: "I write invoices in Word on Sunday and most people pay within two weeks. My accountant gets a box of receipts every three months. I never know how much is still owed to me.",
            es: "Hago las facturas en Word los domingos, y la mayoría paga en menos de dos semanas. Cada tres meses le doy una caja de recibos a quien me lleva la contabilidad. Nunca sé cuánto me deben todavía.",
          },
        },
        {
          kind: "free-answer",
          id: "administrative-tasks",
          entry: "administrative-tasks",
          title: { en: "The paperwork", es: "El papeleo" },
          prompt: {
            en: "Which office task would you hand over tomorrow if you could, and how long does it take you now?",
            es: "¿Qué tarea de oficina dejaría mañana mismo en otras manos si pudiera, y cuánto tiempo le lleva ahora?",
          },
          sample: {
            en: "Chasing late payments. It takes two hours every Friday: I go through the bank account, find who has not paid, and write each of them a message.",
            es: "Perseguir los pagos atrasados. Me lleva dos horas todos los viernes: reviso la cuenta del banco, busco quién no ha pagado y le escribo un mensaje a cada uno.",
          },
        },
      ],
    },
    {
      id: "customers-growth",
      name: { en: "Customers & Growth", es: "Clientes y crecimiento" },
      minutes: 7,
      description: {
        en: "How you stay in touch with customers, and where you want to go from here.",
        es: "Cómo se mantiene en contacto con sus clientes y qué quiere para el futuro.",
      },
      questions: [
        {
          kind: "free-answer",
          id: "customer-relationships",
          entry: "customer-relationships",
          title: { en: "Staying in touch", es: "Mantener el contacto" },
          prompt: {
            en: "What do you do to make a customer come back, or tell a friend?",
            es: "¿Qué hace para que un cliente vuelva o le hable de su negocio a un amigo?",
          },
          sample: {
            en: "We write a thank-you card after the first job and call once a year before the season starts. We have 43 Google reviews, but I only ask for one when I remember.",
            es: "Después del primer trabajo mandamos una tarjeta de agradecimiento, y llamamos una vez al año antes de que empiece la temporada. Tenemos 43 reseñas en Google, pero solo las pido cuando me acuerdo.",
          },
        },
        {
          kind: "free-answer",
          id: "growth-vision",
          entry: "growth-and-future-vision",
          title: { en: "Where you want to be", es: "Adónde quiere llegar" },
          prompt: {
            en: "If the next year goes really well, what is different about your business?",
            es: "Si el próximo año le va muy bien, ¿qué habrá cambiado en su negocio?",
          },
          sample: {
            en: "I work four days instead of six, there is a second van with its own crew, and bookings come in at night without me. I do not want to get bigger than ten people.",
            es: "Trabajo cuatro días en vez de seis, hay una segunda camioneta con su propio equipo y las reservas entran de noche sin que yo haga nada. No quiero que seamos más de diez.",
          },
        },
      ],
    },
    {
      id: "website",
      name: { en: "Website", es: "Sitio web" },
      minutes: 5,
      description: {
        en: "What you have online today, and what you would like it to do for you.",
        es: "Qué tiene hoy en internet y qué le gustaría que hiciera por usted.",
      },
      questions: [
        {
          kind: "website",
          id: "website-info",
          entry: "website-form",
          title: { en: "Your website today", es: "Su sitio web hoy" },
          prompt: {
            en: "Where can we find it, and how happy are you with it? If you have none yet, go on to the next question.",
            es: "¿Dónde podemos verlo y qué le parece a usted? Si aún no tiene, pase a la siguiente pregunta.",
          },
          sample: "https://www.example.com",
        },
        {
          kind: "free-answer",
          id: "website-vision",
          entry: "website-vision",
          title: { en: "What your website should do", es: "Qué debería hacer su sitio web" },
          prompt: {
            en: "What should a visitor be able to do on your website that they cannot do today?",
            es: "¿Qué debería poder hacer un visitante en su sitio web que hoy no puede?",
          },
          sample: {
            en: "See prices for the three things that everyone asks about, pick a free slot and pay a deposit. Now there is only a phone number, and half of the photos are from the previous owner.",
            es: "Ver los precios de las tres cosas por las que todos preguntan, elegir un horario libre y pagar un anticipo. Ahora solo hay un número de teléfono, y la mitad de las fotos son de cuando estaba el dueño anterior.",
          },
        },
      ],
    },
  ],
};

/** The same questions under the same names in each language. */
export const builtInInterviews: { [Of in Language]: Interview } = {
  en: inLanguage<Interview>(builtInTexts, "en"),
  es: inLanguage<Interview>(builtInTexts, "es"),
};

export const builtInInterview = builtInInterviews.en;
