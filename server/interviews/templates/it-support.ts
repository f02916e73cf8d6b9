import {
  longQuestion,
  multipleChoice,
  scale,
  section,
  shortQuestion,
  singleChoice,
  type Template,
  yesNo,
} from "./parts.ts";

export const itSupport: Template = {
  templateId: "it-support",
  name: ["IT support", "Soporte informático"],
  after: [
    ["We read your answers and plan a visit.", "Leemos sus respuestas y planificamos una visita."],
    ["We list every device and account.", "Registramos cada equipo y cada cuenta."],
    ["You get a list of what to fix first.", "Usted recibe una lista de lo que hay que resolver primero."],
  ],
  sections: [
    section(
      "company",
      {
        name: ["Company and sites", "Empresa y lugares"],
        description: ["Where people work.", "Dónde trabaja la gente."],
        minutes: 3,
      },
      [
        longQuestion("work-places", {
          title: ["Places", "Lugares"],
          prompt: [
            "Where do people work, and how many at each place? Count those at home too.",
            "¿Dónde trabaja la gente y cuántos en cada lugar? Cuente también a quienes trabajan desde casa.",
          ],
          sample: [
            "Nine in the office on Pine Street, three in the warehouse, two from home in Ohio.",
            "Nueve en la oficina de la calle Pino, tres en el depósito, dos desde casa en Ohio.",
          ],
          hints: [
            ["staff on the road", "personal en ruta"],
            ["corners with weak Wi-Fi", "rincones con wifi débil"],
            ["a move coming up", "una mudanza en camino"],
          ],
          probes: [
            ["Does anyone share a computer?", "¿Alguien comparte una computadora?"],
            [
              "Where does it hurt most when the internet is down?",
              "¿Dónde es más grave quedarse sin internet?",
            ],
          ],
        }),
        shortQuestion("working-hours", {
          title: ["Hours", "Horario"],
          prompt: ["When must everything work?", "¿Cuándo tiene que funcionar todo?"],
          sample: ["Monday to Saturday, 6 to 6", "De lunes a sábado, de 6 a 18"],
        }),
      ],
    ),
    section(
      "people",
      {
        name: ["People and roles", "Personas y funciones"],
        description: ["Who may ask, and who decides.", "Quién puede pedir y quién decide."],
        minutes: 3,
      },
      [
        longQuestion("it-people", {
          title: ["Who looks after it now", "Quién se ocupa ahora"],
          prompt: [
            "Who helps when something breaks today, and who may order and pay for things?",
            "¿Quién ayuda hoy cuando algo falla, y quién puede pedir y pagar cosas?",
          ],
          sample: [
            "Tom in sales knows the printer. Everything above 200 dollars goes through me.",
            "Tomás, de ventas, entiende la impresora. Todo lo que pase de 200 dólares pasa por mí.",
          ],
          hints: [
            ["nights and weekends", "noches y fines de semana"],
            ["warranties and contracts", "garantías y contratos"],
            ["where the passwords are", "dónde están las contraseñas"],
          ],
          probes: [
            ["How long do people usually wait for a fix?", "¿Cuánto suele esperar la gente por un arreglo?"],
            [
              "What do people do when no one is available?",
              "¿Qué hace la gente cuando no hay nadie disponible?",
            ],
          ],
        }),
        longQuestion("people-changes", {
          title: ["New people", "Gente nueva"],
          prompt: [
            "What happens on the first day of somebody new, and on the last day of somebody who leaves?",
            "¿Qué se hace el primer día de alguien nuevo y el último día de quien se va?",
          ],
          sample: [
            "They get the laptop of the last person, with the old name still on it. We forget to close accounts.",
            "Reciben la portátil de quien se fue, con el nombre viejo. Nos olvidamos de cerrar las cuentas.",
          ],
          hints: [
            ["email and files left behind", "el correo y los archivos que quedan"],
            ["shared passwords", "contraseñas compartidas"],
            ["phones and keys to return", "teléfonos y llaves por devolver"],
          ],
          probes: [
            ["How many people come and go in a year?", "¿Cuántas personas entran y salen en un año?"],
            ["Does anyone follow a checklist?", "¿Alguien sigue una lista de pasos?"],
          ],
        }),
      ],
    ),
    section(
      "devices",
      {
        name: ["Computers and network", "Computadoras y red"],
        description: ["What there is.", "Qué hay."],
        minutes: 4,
      },
      [
        longQuestion("device-list", {
          title: ["Devices", "Equipos"],
          prompt: [
            "Roughly, how many computers, phones, printers and servers, and how old is the oldest?",
            "Más o menos, ¿cuántas computadoras, teléfonos, impresoras y servidores, y cuántos años tiene el más viejo?",
          ],
          sample: [
            "Twelve Windows laptops, two Macs, three printers, one server in the closet from 2015 that hums.",
            "Doce portátiles con Windows, dos Mac, tres impresoras, un servidor de 2015 en el armario que zumba.",
          ],
          hints: [
            ["cameras and door locks", "cámaras y cerraduras"],
            ["registers and card readers", "cajas y lectores de tarjetas"],
            ["personal devices used for work", "aparatos propios usados para trabajar"],
          ],
          probes: [
            ["Which device would you replace first?", "¿Qué equipo cambiaría primero?"],
            [
              "Is there a list of all devices anywhere?",
              "¿Hay una lista de todos los equipos en algún lado?",
            ],
          ],
        }),
        shortQuestion("internet-line", {
          title: ["Internet", "Internet"],
          prompt: ["Which provider and which speed?", "¿Qué proveedor y qué velocidad?"],
          sample: ["Comcast Business, 300 Mbit/s", "Comcast Business, 300 Mbit/s"],
          canSkip: true,
        }),
      ],
    ),
    section(
      "accounts",
      {
        name: ["Accounts and licenses", "Cuentas y licencias"],
        description: ["What you work with.", "Con qué trabajan."],
        minutes: 4,
      },
      [
        multipleChoice("work-software", {
          title: ["Programs", "Programas"],
          prompt: ["Which of these do you work with?", "¿Con cuáles de estos trabajan?"],
          options: {
            microsoft: ["Microsoft 365", "Microsoft 365"],
            google: ["Google Workspace", "Google Workspace"],
            dropbox: ["Dropbox or Box", "Dropbox o Box"],
            slack: ["Slack or Teams", "Slack o Teams"],
            quickbooks: ["QuickBooks", "QuickBooks"],
          },
        }),
        longQuestion("special-software", {
          title: ["Programs of your trade", "Programas de su rubro"],
          prompt: [
            "Which programs would stop the business if they were gone for a day, and who sold them to you?",
            "¿Qué programas detendrían el negocio si faltaran un día, y quién se los vendió?",
          ],
          sample: [
            "The dispatch program, from a man in Tulsa who has retired. We have his phone number.",
            "El programa de despacho, de un señor de Tulsa que se jubiló. Tenemos su teléfono.",
          ],
          hints: [
            ["the computers they run on", "en qué computadoras funcionan"],
            ["licenses about to expire", "licencias por vencer"],
            ["the one person who knows them", "la única persona que los conoce"],
          ],
          probes: [
            ["How would you get through that day?", "¿Cómo se las arreglaría ese día?"],
            ["When did one of them last fail?", "¿Cuándo falló alguno por última vez?"],
          ],
        }),
      ],
    ),
    section(
      "security",
      {
        name: ["Security and backup", "Seguridad y copias"],
        description: ["What would be left after a bad day.", "Qué quedaría después de un mal día."],
        minutes: 4,
      },
      [
        singleChoice("backup-today", {
          title: ["Backup", "Copias de seguridad"],
          prompt: [
            "If the server burned tonight, what would you have tomorrow?",
            "Si el servidor se quemara esta noche, ¿qué tendrían mañana?",
          ],
          options: {
            all: ["Everything, we have tried", "Todo, lo hemos probado"],
            probably: ["Probably everything, nobody has tried", "Probablemente todo, nadie lo probó"],
            some: ["Only some of it", "Solo una parte"],
            "dont-know": ["I don't know", "No sé"],
          },
        }),
        yesNo("second-factor", {
          title: ["Second factor", "Segundo factor"],
          prompt: [
            "Does everybody sign in to email with a code besides the password?",
            "¿Todos entran al correo con un código además de la contraseña?",
          ],
        }),
      ],
    ),
    section(
      "troubles",
      {
        name: ["Troubles today", "Problemas de hoy"],
        description: ["What costs you time.", "Qué les hace perder tiempo."],
        minutes: 4,
      },
      [
        longQuestion("worst-troubles", {
          title: ["The worst three", "Los tres peores"],
          prompt: [
            "Which three things make people swear, and how often?",
            "¿Qué tres cosas hacen renegar a la gente y con qué frecuencia?",
          ],
          sample: [
            "Wi-Fi in the warehouse drops daily. The scanner sends to an address nobody reads. Slow mornings.",
            "El wifi del depósito se corta a diario. El escáner envía a una dirección que nadie lee. Mañanas lentas.",
          ],
          hints: [
            ["when it began", "cuándo empezó"],
            ["what you tried already", "lo que ya se intentó"],
            ["anything customers notice", "lo que notan los clientes"],
          ],
          probes: [
            ["Who loses the most time because of it?", "¿Quién pierde más tiempo por eso?"],
            ["What happened the last time?", "¿Qué pasó la última vez?"],
          ],
        }),
        scale("it-pain", {
          title: ["How bad", "Qué tan grave"],
          prompt: ["How much does it hold up the work?", "¿Cuánto frena el trabajo?"],
          low: ["Hardly", "Casi nada"],
          high: ["Every day", "Todos los días"],
        }),
      ],
    ),
  ],
};
