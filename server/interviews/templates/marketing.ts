import {
  longQuestion,
  multipleChoice,
  scale,
  section,
  shortQuestion,
  singleChoice,
  type Template,
  website,
  yesNo,
} from "./parts.ts";

export const marketing: Template = {
  templateId: "marketing",
  name: ["Marketing", "Marketing"],
  after: [
    ["We read your answers within two working days.", "Leemos sus respuestas en dos días hábiles."],
    ["You get a plan for the first three months.", "Usted recibe un plan para los primeros tres meses."],
  ],
  sections: [
    section(
      "business",
      {
        name: ["Your business", "Su empresa"],
        description: ["What you offer, and where you stand.", "Qué ofrecen y dónde están."],
        minutes: 5,
      },
      [
        longQuestion("what-you-do", {
          title: ["What you do", "A qué se dedican"],
          prompt: [
            "In your own words, what do you sell, and why do people choose you over others?",
            "En sus palabras, ¿qué venden y por qué los eligen a ustedes y no a otros?",
          ],
          sample: [
            "We groom dogs that are afraid of dryers. It takes longer, and the owners tell their friends.",
            "Peluquería para perros que temen el secador. Lleva más tiempo, y los dueños nos recomiendan.",
          ],
          hints: [
            ["a typical price", "un precio típico"],
            ["busy and slow months", "meses fuertes y flojos"],
            ["what reviews praise", "lo que elogian las reseñas"],
          ],
          probes: [
            ["What did your last customer thank you for?", "¿Qué le agradeció su último cliente?"],
            ["Where do most of your customers live?", "¿Dónde vive la mayoría de sus clientes?"],
          ],
        }),
        website("site-today", {
          title: ["Your site today", "Su sitio actual"],
          prompt: ["Do you have a website now?", "¿Tienen un sitio web ahora?"],
        }),
        longQuestion("competitors", {
          title: ["Who else", "Quién más"],
          prompt: [
            "Which two or three others do your customers look at, and what do they do better or worse?",
            "¿A qué otros dos o tres miran sus clientes, y qué hacen mejor o peor?",
          ],
          sample: [
            "PetCo is cheaper and open on Sundays. Clean Paws has nicer photos but a three-week wait.",
            "PetCo es más barato y abre los domingos. Clean Paws tiene mejores fotos pero tres semanas de espera.",
          ],
          hints: [
            ["what they charge", "cuánto cobran"],
            ["where they advertise", "dónde se anuncian"],
            ["their reviews", "las reseñas que tienen"],
          ],
          probes: [
            [
              "What do customers who switched to you say?",
              "¿Qué dicen los clientes que antes iban con ellos?",
            ],
            [
              "When did you last lose a customer to one of them?",
              "¿Cuándo fue la última vez que le quitaron un cliente?",
            ],
          ],
        }),
      ],
    ),
    section(
      "customers",
      {
        name: ["Customers and offers", "Clientes y ofertas"],
        description: ["Whom to reach, with what.", "A quién llegar y con qué."],
        minutes: 5,
      },
      [
        longQuestion("best-customers", {
          title: ["Your best customers", "Sus mejores clientes"],
          prompt: [
            "Who are the customers you want more of? What do they worry about before they buy?",
            "¿De qué clientes quieren tener más? ¿Qué les preocupa antes de comprar?",
          ],
          sample: [
            "People with one older dog who spend without looking at the price, and hate waiting rooms.",
            "Personas con un perro mayor que gastan sin mirar el precio y odian las salas de espera.",
          ],
          hints: [
            ["where they live", "dónde viven"],
            ["how they hear about you", "cómo se enteran de su negocio"],
            ["what they spend in a year", "cuánto gastan al año"],
          ],
          probes: [
            ["What made the last customer like that say yes?", "¿Qué convenció al último cliente así?"],
            ["Which customers would you rather not have?", "¿Qué clientes preferiría no tener?"],
          ],
        }),
        longQuestion("offer-to-push", {
          title: ["What to push", "Qué impulsar"],
          prompt: [
            "Which offer brings the most profit, and which one brings people in for the first time?",
            "¿Qué oferta deja más ganancia y cuál trae a la gente por primera vez?",
          ],
          sample: [
            "The monthly plan at 79 dollars earns most. The nail trim for 15 gets people through the door.",
            "El plan mensual de 79 dólares es lo que más deja. El corte de uñas por 15 hace que entren.",
          ],
          hints: [
            ["how many you can handle a week", "cuántos se pueden atender por semana"],
            ["discounts you give", "los descuentos"],
            ["what sells in each season", "lo que se vende en cada temporada"],
          ],
          probes: [
            ["What do people buy the second time?", "¿Qué compran la segunda vez?"],
            ["Which offer would you gladly stop selling?", "¿Qué oferta dejaría de vender con gusto?"],
          ],
        }),
      ],
    ),
    section(
      "channels",
      {
        name: ["Channels today", "Canales actuales"],
        description: ["What you do already, and what came of it.", "Qué hacen ya y qué resultado dio."],
        minutes: 5,
      },
      [
        multipleChoice("channels-used", {
          title: ["Where you are", "Dónde están"],
          prompt: [
            "Which of these do you use at least once a month?",
            "¿Cuáles usan al menos una vez al mes?",
          ],
          options: {
            google: ["Google Business Profile", "Perfil de empresa en Google"],
            instagram: ["Instagram", "Instagram"],
            facebook: ["Facebook", "Facebook"],
            tiktok: ["TikTok", "TikTok"],
            newsletter: ["Email newsletter", "Boletín por correo"],
            ads: ["Paid ads", "Anuncios pagados"],
            print: ["Flyers and print", "Folletos e impresos"],
          },
        }),
        longQuestion("what-worked", {
          title: ["What worked, what didn't", "Qué funcionó y qué no"],
          prompt: [
            "What have you tried in the last two years? Say roughly what it cost and what it brought.",
            "¿Qué probaron en los últimos dos años? Diga más o menos cuánto costó y qué trajo.",
          ],
          sample: [
            "Facebook ads, 400 a month for half a year, maybe three customers. A flyer at the vet's, 60 dollars, eleven.",
            "Anuncios en Facebook, 400 al mes durante medio año, quizá tres clientes. Un folleto en la veterinaria, 60 dólares, once.",
          ],
          hints: [
            ["who did the work", "quién hizo el trabajo"],
            ["why you stopped", "por qué se dejó de hacer"],
            ["word of mouth", "las recomendaciones"],
          ],
          probes: [
            ["How did your last new customer find you?", "¿Cómo llegó su último cliente nuevo?"],
            [
              "What have you seen others do that you'd like to try?",
              "¿Qué ha visto en otros que le gustaría probar?",
            ],
          ],
        }),
        scale("happy-with-marketing", {
          title: ["Today's marketing", "El marketing de hoy"],
          prompt: ["How happy are you with it?", "¿Qué tan conformes están?"],
          low: ["Not at all", "Nada"],
          high: ["Very", "Mucho"],
        }),
      ],
    ),
    section(
      "voice",
      {
        name: ["Voice and brand", "Voz y marca"],
        description: ["How you should sound.", "Cómo deben sonar."],
        minutes: 4,
      },
      [
        longQuestion("brand-voice", {
          title: ["How you talk", "Cómo hablan"],
          prompt: [
            "How do you talk with customers? Name words you would use, and words you never would.",
            "¿Cómo hablan con los clientes? Nombre palabras que usarían y palabras que nunca usarían.",
          ],
          sample: [
            "Warm, first names, a bit dry. Never “fur baby”, never three exclamation marks.",
            "Cálido, por el nombre, algo de humor seco. Nunca «perrhijo», nunca tres signos de exclamación.",
          ],
          hints: [
            ["answers to complaints", "respuestas a quejas"],
            ["emojis and slang", "emojis y modismos"],
            ["messages in other languages", "mensajes en otros idiomas"],
          ],
          probes: [
            ["How would you greet a new customer?", "¿Cómo saludaría a un cliente nuevo?"],
            ["Which brand talks the way you like?", "¿Qué marca habla como a usted le gusta?"],
          ],
        }),
        singleChoice("approval", {
          title: ["Who approves posts", "Quién aprueba"],
          prompt: [
            "Who looks at a post before it goes out?",
            "¿Quién mira una publicación antes de que salga?",
          ],
          options: {
            nobody: ["Nobody has to, just post", "No hace falta, publiquen"],
            me: ["I look at each one", "Yo miro cada una"],
            colleague: ["Someone on my team", "Alguien de mi equipo"],
          },
        }),
      ],
    ),
    section(
      "budget",
      {
        name: ["Budget and goals", "Presupuesto y objetivos"],
        description: ["What you can spend, and for what.", "Cuánto pueden gastar y para qué."],
        minutes: 4,
      },
      [
        shortQuestion("monthly-budget", {
          title: ["A month", "Por mes"],
          prompt: [
            "What can you spend a month, ads and our work together?",
            "¿Cuánto pueden gastar por mes, anuncios y nuestro trabajo juntos?",
          ],
          sample: ["About 1,500 dollars", "Unos 1500 dólares"],
        }),
        longQuestion("marketing-goal", {
          title: ["The goal", "El objetivo"],
          prompt: [
            "If only one number got better in six months, which should it be, and from what to what?",
            "Si solo un número mejorara en seis meses, ¿cuál debería ser, y de cuánto a cuánto?",
          ],
          sample: [
            "Monthly plans: from 22 to 40. Everything else follows from that.",
            "Planes mensuales: de 22 a 40. Todo lo demás viene después.",
          ],
          hints: [
            ["where you see it today", "dónde se ve hoy"],
            ["what it's worth in dollars", "lo que vale en dólares"],
            ["what has held it back", "lo que lo ha frenado"],
          ],
          probes: [
            ["How often do you check it?", "¿Cada cuánto lo revisa?"],
            [
              "What could you do then that you can't do now?",
              "¿Qué podría hacer entonces que ahora no puede?",
            ],
          ],
        }),
        yesNo("has-photos", {
          title: ["Photos", "Fotos"],
          prompt: ["Do you have recent photos that we may use?", "¿Tienen fotos recientes que podamos usar?"],
          need: "optional",
        }),
      ],
    ),
  ],
};
