import {
  date,
  longQuestion,
  multipleChoice,
  onlyIf,
  section,
  shortQuestion,
  singleChoice,
  type Template,
  yesNo,
} from "./parts.ts";

export const restaurant: Template = {
  templateId: "restaurant-ordering",
  name: ["Restaurant ordering", "Pedidos para restaurantes"],
  after: [
    ["We build your menu from what you send.", "Armamos su menú con lo que nos envía."],
    ["We test with ten orders together.", "Probamos juntos con diez pedidos."],
    ["You open for orders on the day you chose.", "Usted abre los pedidos el día que eligió."],
  ],
  sections: [
    section(
      "place",
      {
        name: ["Your place", "Su local"],
        description: ["Where you are, and when you cook.", "Dónde están y cuándo cocinan."],
        minutes: 3,
      },
      [
        longQuestion("about-place", {
          title: ["The place", "El local"],
          prompt: [
            "What do you cook, how many seats do you have, and what are you known for?",
            "¿Qué cocinan, cuántos asientos tienen y por qué los conocen?",
          ],
          sample: [
            "Oaxacan, 42 seats and a patio. People come for the mole on weekends and take it home.",
            "Oaxaqueña, 42 asientos y un patio. Vienen por el mole los fines de semana y se lo llevan.",
          ],
          hints: [
            ["regulars or passers-by", "clientes fijos o de paso"],
            ["the busiest meal of the day", "la comida con más gente"],
            ["takeout you already sell", "lo que ya se vende para llevar"],
          ],
          probes: [
            [
              "How many takeout orders do you get on a normal day?",
              "¿Cuántos pedidos para llevar hay en un día normal?",
            ],
            ["Which dish would people miss the most?", "¿Qué plato extrañaría más la gente?"],
          ],
        }),
        longQuestion("kitchen-hours", {
          title: ["Kitchen hours", "Horario de cocina"],
          prompt: [
            "When does the kitchen take orders, day by day? When is it too full for more?",
            "¿Cuándo toma pedidos la cocina, día por día? ¿Cuándo está demasiado llena para más?",
          ],
          sample: [
            "Tuesday to Sunday 11 to 9:30. Friday from 7 to 8:30 we could not take one order more.",
            "De martes a domingo de 11 a 21:30. El viernes de 19 a 20:30 no podríamos con un pedido más.",
          ],
          hints: [
            ["how long before closing you stop", "cuánto antes del cierre paran"],
            ["holidays and vacations", "feriados y vacaciones"],
            ["dishes only for lunch", "platos solo para el almuerzo"],
          ],
          probes: [
            [
              "How many minutes does an order need on a busy night?",
              "¿Cuántos minutos necesita un pedido en una noche llena?",
            ],
            ["Can people order for the next day?", "¿Se puede pedir para el día siguiente?"],
          ],
        }),
      ],
    ),
    section(
      "menu",
      {
        name: ["Menu", "Menú"],
        description: ["What can be ordered.", "Qué se puede pedir."],
        minutes: 4,
      },
      [
        longQuestion("menu-online", {
          title: ["What to sell online", "Qué vender en línea"],
          prompt: [
            "Which dishes travel well, and which should stay off the online menu?",
            "¿Qué platos viajan bien y cuáles no deben estar en el menú en línea?",
          ],
          sample: [
            "Everything but the fried fish and the ice cream. Soups only in the tall cups.",
            "Todo menos el pescado frito y el helado. Las sopas solo en los vasos altos.",
          ],
          hints: [
            ["daily specials", "especiales del día"],
            ["drinks and alcohol", "bebidas y alcohol"],
            ["what sells out early", "lo que se acaba temprano"],
          ],
          probes: [
            [
              "Should prices be the same as in the restaurant?",
              "¿Los precios deben ser iguales que en el local?",
            ],
            ["Which takeout dish gets the most complaints?", "¿Qué plato para llevar recibe más quejas?"],
          ],
        }),
        longQuestion("menu-options", {
          title: ["Choices and allergies", "Opciones y alergias"],
          prompt: [
            "Which choices does a dish have, such as size or sides? How do you answer questions about allergies?",
            "¿Qué opciones tiene un plato, como tamaño o guarniciones? ¿Cómo responden sobre alergias?",
          ],
          sample: [
            "Three salsas, rice or beans, half portions for children. Nuts and sesame are marked, for the rest people call.",
            "Tres salsas, arroz o frijoles, media porción para niños. Nueces y sésamo están marcados; por lo demás, llaman.",
          ],
          hints: [
            ["extras that cost more", "extras que se cobran"],
            ["swaps you don't allow", "cambios que no se permiten"],
            ["shared fryers and grills", "freidoras y planchas compartidas"],
          ],
          probes: [
            ["What do people most often want to change?", "¿Qué quiere cambiar la gente más a menudo?"],
            ["What can you make without gluten or dairy?", "¿Qué puede preparar sin gluten o sin lácteos?"],
          ],
        }),
      ],
    ),
    section(
      "orders",
      {
        name: ["Orders and tables", "Pedidos y mesas"],
        description: ["How an order comes to the kitchen.", "Cómo llega un pedido a la cocina."],
        minutes: 3,
      },
      [
        multipleChoice("order-ways", {
          title: ["How you take orders", "Cómo toman pedidos"],
          prompt: ["Pick all that you use today.", "Elija todo lo que usan hoy."],
          options: {
            counter: ["At the counter", "En el mostrador"],
            table: ["At the table", "En la mesa"],
            phone: ["By phone", "Por teléfono"],
            apps: ["DoorDash, Uber Eats or the like", "DoorDash, Uber Eats o similares"],
            site: ["On our own site", "En nuestro sitio"],
          },
        }),
        singleChoice("kitchen-gets", {
          title: ["In the kitchen", "En la cocina"],
          prompt: ["How should the kitchen get an order?", "¿Cómo debe recibir el pedido la cocina?"],
          options: {
            printer: ["Printed", "Impreso"],
            screen: ["On a screen", "En una pantalla"],
            both: ["Both", "Ambos"],
          },
        }),
      ],
    ),
    section(
      "delivery",
      {
        name: ["Delivery and pick-up", "Entrega y retiro"],
        description: ["How it gets to people.", "Cómo llega a la gente."],
        minutes: 3,
      },
      [
        yesNo("delivers", {
          title: ["Delivery", "Entrega"],
          prompt: [
            "Do you want to deliver, besides pick-up?",
            "¿Quieren entregar a domicilio, además del retiro?",
          ],
        }),
        longQuestion("delivery-area", {
          title: ["How far", "Hasta dónde"],
          prompt: [
            "How far, from what amount, for what fee, and who drives?",
            "¿Hasta dónde, desde qué monto, con qué costo y quién maneja?",
          ],
          sample: [
            "Three miles, from 25 dollars, 4 dollars, free from 60. My nephew drives Thursday to Sunday.",
            "Cinco kilómetros, desde 25 dólares, 4 dólares, gratis desde 60. Maneja mi sobrino de jueves a domingo.",
          ],
          hints: [
            ["roads to avoid at rush hour", "calles que evitar en la hora pico"],
            ["tips", "las propinas"],
            ["days with bad weather", "días de mal tiempo"],
          ],
          probes: [
            ["How long should people expect to wait?", "¿Cuánto tiempo debe esperar la gente?"],
            ["How many orders fit in one trip?", "¿Cuántos pedidos caben en un viaje?"],
          ],
          ...onlyIf("delivers", "yes"),
        }),
      ],
    ),
    section(
      "payments",
      {
        name: ["Payments and staff", "Pagos y personal"],
        description: ["Who takes the money, and who is there.", "Quién cobra y quién está."],
        minutes: 3,
      },
      [
        singleChoice("register-today", {
          title: ["Your register", "Su caja"],
          prompt: ["Which register do you use?", "¿Qué sistema de caja usan?"],
          options: {
            square: ["Square", "Square"],
            toast: ["Toast", "Toast"],
            clover: ["Clover", "Clover"],
            cash: ["A cash drawer", "Una caja registradora"],
          },
        }),
        longQuestion("shift-staff", {
          title: ["Who is on shift", "Quién está de turno"],
          prompt: [
            "Who watches incoming orders on a busy evening, and who may close the kitchen for new ones?",
            "¿Quién mira los pedidos en una noche llena y quién puede cerrar la cocina para nuevos?",
          ],
          sample: [
            "Lupe at the counter sees them first. She or I can stop orders for half an hour.",
            "Lupe, en el mostrador, los ve primero. Ella o yo podemos parar los pedidos media hora.",
          ],
          hints: [
            ["the phone during a rush", "el teléfono en la hora pico"],
            ["a backup for sick days", "un reemplazo si alguien falta"],
            ["languages the cooks read", "idiomas que lee su equipo"],
          ],
          probes: [
            ["How many people work the rush?", "¿Cuántas personas trabajan en la hora pico?"],
            ["What went wrong the last time it got full?", "¿Qué salió mal la última vez que se llenó?"],
          ],
        }),
      ],
    ),
    section(
      "opening",
      {
        name: ["Opening day", "Día de apertura"],
        description: ["When it begins.", "Cuándo comienza."],
        minutes: 2,
      },
      [
        date("opening-day", {
          title: ["First orders", "Primeros pedidos"],
          prompt: ["From which day should people be able to order?", "¿Desde qué día se podrá pedir?"],
          need: "optional",
          canSkip: true,
        }),
        shortQuestion("contact-on-day", {
          title: ["On that day", "Ese día"],
          prompt: ["Whom do we call if something is wrong?", "¿A quién llamamos si algo sale mal?"],
          sample: ["Lupe, 555 010 7788", "Lupe, 555 010 7788"],
        }),
      ],
    ),
  ],
};
