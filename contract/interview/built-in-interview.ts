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
      name: { en: "Business Snapshot", es: "Su negocio en resumen" },
      minutes: 7,
      description: {
        en: "The basics: how big you are, who does what, and which tools you rely on.",
        es: "Lo básico: el tamaño de su negocio, quién hace qué y qué herramientas usan.",
      },
      questions: [
        {
          kind: "business-profile",
          id: "business-profile",
          entry: "business-profile",
          title: { en: "Your business at a glance", es: "Su negocio de un vistazo" },
          prompt: {
            en: "Three quick questions so we know the size of your business. A rough answer is fine.",
            es: "Tres preguntas rápidas para conocer el tamaño de su negocio. Una idea aproximada está bien.",
          },
          employees: {
            label: { en: "Number of Employees", es: "Número de empleados" },
            options: employeeChoices,
          },
          locations: {
            label: { en: "Number of Locations", es: "Número de sucursales" },
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
            en: "Who works with you? What does each person handle on a normal day?",
            es: "¿Quién trabaja con usted? ¿De qué se encarga cada persona en un día normal?",
          },
          sample: {
            en: "I run the shop and do the buying. Maria runs the counter and answers the phone. Sam makes deliveries three days a week.",
            es: "Yo llevo la tienda y hago las compras. María atiende el mostrador y el teléfono. Sam hace entregas tres días a la semana.",
          },
        },
        {
          kind: "tool-picker",
          id: "current-tools",
          entry: "tool-selection",
          remarksEntry: "current-tools",
          title: { en: "The tools you use", es: "Las herramientas que usa" },
          prompt: {
            en: "Pick every tool you use at least once a month, then rate each one.",
            es: "Elija todas las herramientas que usa al menos una vez al mes y califique cada una.",
          },
          remarksPrompt: {
            en: "Anything to add about your tools?",
            es: "¿Algo más que contar sobre sus herramientas?",
          },
          sample: {
            en: "We pay for Mailchimp but haven’t opened it since spring. Square bookings don’t show up in our calendar, so Maria copies them every night.",
            es: "Pagamos Mailchimp, pero nadie lo abre. Las citas de Square no salen en nuestro calendario, así que María las copia todas las noches.",
          },
          tools: toolChoices,
        },
      ],
    },
    {
      id: "leads-booking",
      name: { en: "Leads → Booking", es: "Prospectos → Citas" },
      minutes: 6,
      description: {
        en: "How people find you, and what happens between “hello” and “you’re booked.”",
        es: "Cómo le encuentran los clientes y qué pasa entre el primer saludo y la cita.",
      },
      questions: [
        {
          kind: "free-answer",
          id: "customer-acquisition",
          entry: "customer-acquisition",
          title: { en: "How customers find you", es: "Cómo le encuentran los clientes" },
          prompt: {
            en: "Where did your last ten new customers come from?",
            es: "¿De dónde llegaron sus últimos diez clientes nuevos?",
          },
          sample: {
            en: "About six came by word of mouth, three found us on Google Maps, and one saw our van. We spent $400 on Facebook ads and got two calls.",
            es: "Unos seis llegaron por recomendación, tres por Google Maps y uno vio nuestra camioneta. Gastamos $400 en Facebook: dos llamadas.",
          },
        },
        {
          kind: "free-answer",
          id: "booking-process",
          entry: "booking-process",
          title: { en: "From first call to booking", es: "De la primera llamada a la cita" },
          prompt: {
            en: "Think of the last person who booked with you. What happened, step by step, from first contact to a date on the calendar?",
            es: "Piense en la última persona que le reservó. ¿Qué pasó, paso a paso, desde el primer contacto hasta apartar la fecha?",
          },
          sample: {
            en: "She left a voicemail. I called back at seven, checked my paper calendar, and texted her a price. About one in four never reply.",
            es: "Dejó un mensaje de voz. Le llamé a las siete, revisé mi agenda y le mandé el precio por texto. Uno de cada cuatro no contesta.",
          },
        },
      ],
    },
    {
      id: "service-delivery-ops",
      name: { en: "Service Delivery & Ops", es: "Servicio y operaciones" },
      minutes: 6,
      description: {
        en: "What a day of work looks like, and what keeps it running.",
        es: "Cómo es un día de trabajo y qué hace que todo marche.",
      },
      questions: [
        {
          kind: "free-answer",
          id: "service-execution",
          entry: "service-execution",
          title: { en: "Doing the work", es: "El trabajo del día a día" },
          prompt: {
            en: "Walk us through a typical job or order, from start to happy customer.",
            es: "Cuéntenos cómo es un trabajo o pedido típico, desde el principio hasta que el cliente queda contento.",
          },
          sample: {
            en: "We load the van at eight. Two of us clean an office in about three hours, then text photos. If we missed something, we come back for free.",
            es: "Cargamos la camioneta a las ocho. Entre dos limpiamos una oficina en unas tres horas y mandamos fotos. Si algo faltó, volvemos gratis.",
          },
        },
        {
          kind: "free-answer",
          id: "operations-management",
          entry: "operations-management",
          title: { en: "Keeping it all on track", es: "Que todo salga bien" },
          prompt: {
            en: "How do you plan who does what, and when? What goes wrong most often?",
            es: "¿Cómo planea quién hace qué y cuándo? ¿Qué es lo que más falla?",
          },
          sample: {
            en: "We use a whiteboard and a group chat. When somebody calls in sick, I phone around. Twice last month, two people drove to the same job.",
            es: "Usamos un pizarrón y un grupo de WhatsApp. Si alguien se enferma, llamo a todos. Dos veces este mes, dos personas fueron al mismo trabajo.",
          },
        },
      ],
    },
    {
      id: "money-admin",
      name: { en: "Money & Admin", es: "Dinero y administración" },
      minutes: 5,
      description: {
        en: "Invoices, books, and paperwork: what works, and what eats up your evenings.",
        es: "Facturas, cuentas y papeleo: qué funciona y qué le quita las noches.",
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
            en: "I write invoices in Word on Sundays. Most people pay within two weeks. My accountant gets a box of receipts every three months.",
            es: "Hago las facturas en Word los domingos. Casi todos pagan en dos semanas. Mi contador recibe una caja de recibos cada tres meses.",
          },
        },
        {
          kind: "free-answer",
          id: "administrative-tasks",
          entry: "administrative-tasks",
          title: { en: "The paperwork", es: "El papeleo" },
          prompt: {
            en: "Which office chore would you hand off tomorrow if you could? How long does it take you now?",
            es: "¿Qué tarea de oficina dejaría mañana mismo en otras manos? ¿Cuánto tiempo le toma ahora?",
          },
          sample: {
            en: "Chasing late payments. Every Friday I spend two hours checking the bank account, figuring out who hasn’t paid, and texting each one.",
            es: "Cobrar los pagos atrasados. Cada viernes paso dos horas revisando la cuenta del banco, viendo quién no ha pagado y escribiéndoles.",
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
        es: "Cómo se mantiene en contacto con sus clientes y adónde quiere llegar.",
      },
      questions: [
        {
          kind: "free-answer",
          id: "customer-relationships",
          entry: "customer-relationships",
          title: { en: "Staying in touch", es: "Mantener el contacto" },
          prompt: {
            en: "What do you do to get a customer to come back, or to tell a friend?",
            es: "¿Qué hace para que un cliente regrese o lo recomiende?",
          },
          sample: {
            en: "We send a thank-you card after the first job and call once a year before the busy season. I only ask for reviews when I remember.",
            es: "Mandamos una tarjeta de agradecimiento y llamamos una vez al año, antes de la temporada alta. Solo pido reseñas cuando me acuerdo.",
          },
        },
        {
          kind: "free-answer",
          id: "growth-vision",
          entry: "growth-and-future-vision",
          title: { en: "Where you want to be", es: "Adónde quiere llegar" },
          prompt: {
            en: "If next year goes really well, what will be different about your business?",
            es: "Si el próximo año le va muy bien, ¿qué será diferente en su negocio?",
          },
          sample: {
            en: "I work four days instead of six. There’s a second van with its own crew, and bookings come in overnight without me.",
            es: "Trabajo cuatro días en vez de seis. Hay una segunda camioneta con su propio equipo, y las citas entran de noche sin mí.",
          },
        },
      ],
    },
    {
      id: "website",
      name: { en: "Website", es: "Sitio web" },
      minutes: 5,
      description: {
        en: "What you have online today, and what you’d like it to do for you.",
        es: "Lo que tiene hoy en internet y lo que le gustaría que hiciera por usted.",
      },
      questions: [
        {
          kind: "website",
          id: "website-info",
          entry: "website-form",
          title: { en: "Your website today", es: "Su sitio web hoy" },
          prompt: {
            en: "Where can we find your website, and how happy are you with it?",
            es: "¿Dónde podemos ver su sitio web y qué le parece?",
          },
          sample: "https://www.example.com",
        },
        {
          kind: "free-answer",
          id: "website-vision",
          entry: "website-vision",
          title: { en: "What your website should do", es: "Qué debería hacer su sitio web" },
          prompt: {
            en: "What should visitors be able to do on your website that they can’t do today?",
            es: "¿Qué le gustaría que los visitantes pudieran hacer en su sitio web que hoy no pueden?",
          },
          sample: {
            en: "See prices for the three things everyone asks about, pick an open time, and pay a deposit. Right now there’s only a phone number.",
            es: "Ver los precios de las tres cosas que todos preguntan, escoger un horario y pagar un anticipo. Hoy solo hay un número de teléfono.",
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
