import {
  longQuestion,
  multipleChoice,
  onlyIf,
  section,
  shortQuestion,
  singleChoice,
  type Template,
  yesNo,
} from "./parts.ts";

export const salon: Template = {
  templateId: "salon-and-clinic",
  name: ["Salon and clinic booking", "Reservas para salones y clínicas"],
  after: [
    ["We enter your services and your team.", "Cargamos sus servicios y su equipo."],
    ["You check the calendar with us on a call.", "Usted revisa el calendario con nosotros en una llamada."],
    [
      "Clients book online from the day you choose.",
      "Los clientes reservan en línea desde el día que usted elija.",
    ],
  ],
  sections: [
    section(
      "place",
      {
        name: ["Your place", "Su local"],
        description: ["Where you are, and when you are open.", "Dónde están y cuándo abren."],
        minutes: 3,
      },
      [
        longQuestion("about-salon", {
          title: ["The place", "El local"],
          prompt: [
            "What kind of place is it, how many chairs or rooms, and who comes?",
            "¿Qué tipo de lugar es, cuántas sillas o salas tiene y quién viene?",
          ],
          sample: [
            "A hair salon with five chairs and one room for color. Mostly women from the block, half of them for years.",
            "Una peluquería con cinco sillas y una sala para color. Sobre todo vecinas, la mitad desde hace años.",
          ],
          hints: [
            ["walk-ins", "clientes sin cita"],
            ["people who rent space from you", "personas que le alquilan un espacio"],
            ["parking and stairs", "estacionamiento y escaleras"],
          ],
          probes: [
            ["How many appointments do you have on a good day?", "¿Cuántas citas tiene en un buen día?"],
            ["How often do your regulars come back?", "¿Cada cuánto vuelven sus clientes de siempre?"],
          ],
        }),
        longQuestion("opening-hours", {
          title: ["Opening hours", "Horario"],
          prompt: [
            "When can clients book, day by day? Which days off are already clear?",
            "¿Cuándo se puede reservar, día por día? ¿Qué días libres ya están claros?",
          ],
          sample: [
            "Tuesday to Friday 9 to 6, Saturday 9 to 2. Closed from December 24 to January 2.",
            "De martes a viernes de 9 a 18, sábado de 9 a 14. Cerrado del 24 de diciembre al 2 de enero.",
          ],
          hints: [
            ["lunch breaks", "la pausa del almuerzo"],
            ["public holidays", "los feriados"],
            ["the last start before closing", "la última cita antes de cerrar"],
          ],
          probes: [
            [
              "How far ahead should people be able to book?",
              "¿Con cuánta anticipación se debería poder reservar?",
            ],
            [
              "Would you open early or stay late for a client?",
              "¿Abriría antes o se quedaría más tarde por un cliente?",
            ],
          ],
        }),
      ],
    ),
    section(
      "services",
      {
        name: ["Services and prices", "Servicios y precios"],
        description: ["What can be booked.", "Qué se puede reservar."],
        minutes: 5,
      },
      [
        longQuestion("service-list", {
          title: ["Services", "Servicios"],
          prompt: [
            "List what can be booked, with minutes and price. A photo of the price list would say the same: copy it from there.",
            "Enumere lo que se puede reservar, con minutos y precio. Puede copiarlo de su lista de precios.",
          ],
          sample: [
            "Cut 45 min 55 dollars. Cut and color 150 min from 160. Beard 20 min 25. Consultation 15 min, free.",
            "Corte 45 min 55 dólares. Corte y color 150 min desde 160. Barba 20 min 25. Consulta 15 min, gratis.",
          ],
          hints: [
            ["extras that need more time", "extras que llevan más tiempo"],
            ["packages and gift cards", "paquetes y tarjetas de regalo"],
            ["things you don't want online", "lo que no quiere en línea"],
          ],
          probes: [
            ["Which one do people want most?", "¿Cuál piden más?"],
            ["Which one often runs longer than planned?", "¿Cuál suele alargarse más de lo previsto?"],
          ],
        }),
        longQuestion("service-rules", {
          title: ["What has to be known first", "Lo que hay que saber antes"],
          prompt: [
            "Which services need a talk, a test or a pause first, and which can't follow each other?",
            "¿Qué servicios requieren antes una charla, una prueba o una pausa, y cuáles no pueden ir seguidos?",
          ],
          sample: [
            "New color clients need a patch test two days before. Half an hour to clean after each treatment.",
            "Los clientes nuevos de color necesitan una prueba dos días antes. Media hora para limpiar después de cada tratamiento.",
          ],
          hints: [
            ["shared rooms and machines", "salas y máquinas compartidas"],
            ["allergies and pregnancy", "alergias y embarazos"],
            ["forms to sign", "formularios que se firman"],
          ],
          probes: [
            [
              "What should a new client know before coming?",
              "¿Qué debe saber un cliente nuevo antes de venir?",
            ],
            ["Which bookings would you rather confirm yourself?", "¿Qué reservas prefiere confirmar usted?"],
          ],
          canSkip: true,
        }),
      ],
    ),
    section(
      "team",
      {
        name: ["Team and calendars", "Equipo y calendarios"],
        description: ["Who does what, when.", "Quién hace qué y cuándo."],
        minutes: 4,
      },
      [
        longQuestion("team-skills", {
          title: ["Who does what", "Quién hace qué"],
          prompt: [
            "Who works when, and which services does each person do?",
            "¿Quién trabaja cuándo y qué servicios hace cada persona?",
          ],
          sample: [
            "Ana all days, everything. Bea Thursday to Saturday, no color. Our trainee washes and sweeps.",
            "Ana todos los días, todo. Bea de jueves a sábado, sin color. La aprendiz lava y barre.",
          ],
          hints: [
            ["anyone who charges more", "alguien que cobra más"],
            ["beginners who need longer", "principiantes que tardan más"],
            ["vacations coming up", "vacaciones que se acercan"],
          ],
          probes: [
            [
              "Do clients ask for one person, or for anyone free?",
              "¿Los clientes piden a alguien en particular o a quien esté libre?",
            ],
            ["What happens when someone calls in sick?", "¿Qué pasa cuando alguien se enferma?"],
          ],
        }),
        singleChoice("calendar-today", {
          title: ["The calendar today", "El calendario actual"],
          prompt: ["Where do appointments stand now?", "¿Dónde están las citas ahora?"],
          options: {
            paper: ["In a paper book", "En un cuaderno"],
            google: ["Google Calendar", "Google Calendar"],
            square: ["Square Appointments", "Square Appointments"],
            program: ["Another booking program", "Otro programa de reservas"],
          },
        }),
      ],
    ),
    section(
      "bookings",
      {
        name: ["Bookings and no-shows", "Reservas y ausencias"],
        description: [
          "How people book, and what if they don't come.",
          "Cómo reservan y qué pasa si no vienen.",
        ],
        minutes: 4,
      },
      [
        multipleChoice("booking-ways", {
          title: ["How people book", "Cómo reservan"],
          prompt: ["Pick all that should stay possible.", "Elija todo lo que deba seguir siendo posible."],
          options: {
            phone: ["By phone", "Por teléfono"],
            door: ["At the door", "En persona"],
            messages: ["By message", "Por mensaje"],
            online: ["Online", "En línea"],
          },
        }),
        longQuestion("no-shows", {
          title: ["No-shows", "Ausencias"],
          prompt: [
            "How often does somebody not come, and what do you want to happen then?",
            "¿Con qué frecuencia alguien no viene y qué quiere que pase entonces?",
          ],
          sample: [
            "Two or three a week, mostly color. I'd like a card on file and half the price after the second time.",
            "Dos o tres por semana, sobre todo color. Quisiera una tarjeta guardada y la mitad del precio desde la segunda vez.",
          ],
          hints: [
            ["clients who arrive late", "clientes que llegan tarde"],
            ["a waiting list", "una lista de espera"],
            ["regulars you'd forgive", "a quién se lo perdonaría"],
          ],
          probes: [
            ["How much notice should people give you?", "¿Con cuánta anticipación deben avisarle?"],
            ["What does an empty hour cost you?", "¿Cuánto le cuesta una hora vacía?"],
          ],
        }),
      ],
    ),
    section(
      "messages",
      {
        name: ["Messages and payments", "Mensajes y pagos"],
        description: [
          "What clients hear from you, and how they pay.",
          "Qué mensajes reciben los clientes y cómo pagan.",
        ],
        minutes: 3,
      },
      [
        longQuestion("message-words", {
          title: ["Reminders", "Recordatorios"],
          prompt: [
            "When should clients be reminded, and how would you say it?",
            "¿Cuándo hay que recordarles la cita y cómo lo diría usted?",
          ],
          sample: [
            "The day before at 5 pm. \u201cSee you tomorrow at 10, Rosa. If you can't make it, tell us tonight.\u201d",
            "El día antes a las 17. «Nos vemos mañana a las 10, Rosa. Si no puede, avísenos hoy.»",
          ],
          hints: [
            ["text or email", "mensaje de texto o correo"],
            ["directions and parking", "cómo llegar y estacionar"],
            ["an invitation to come back", "una invitación a volver"],
          ],
          probes: [
            ["Who reads the replies?", "¿Quién lee las respuestas?"],
            ["In which languages should they go out?", "¿En qué idiomas deben enviarse?"],
          ],
        }),
        yesNo("takes-deposit", {
          title: ["Deposits", "Señas"],
          prompt: ["Do you want a deposit when people book?", "¿Quieren cobrar una seña al reservar?"],
        }),
        shortQuestion("deposit-amount", {
          title: ["How much", "Cuánto"],
          prompt: ["For which services, and how much?", "¿Para qué servicios y cuánto?"],
          sample: [
            "20 dollars for anything over an hour",
            "20 dólares para todo lo que dure más de una hora",
          ],
          ...onlyIf("takes-deposit", "yes"),
        }),
      ],
    ),
  ],
};
