import {
  date,
  longQuestion,
  multipleChoice,
  onlyIf,
  section,
  shortQuestion,
  singleChoice,
  type Template,
  website,
  yesNo,
} from "./parts.ts";

export const websiteProject: Template = {
  templateId: "website-project",
  name: ["Website project", "Proyecto de sitio web"],
  after: [
    ["We read your answers and come back with questions.", "Leemos sus respuestas y volvemos con preguntas."],
    ["You get a page plan and a quote.", "Usted recibe un plan de páginas y un presupuesto."],
    ["We agree on a date and begin with the design.", "Acordamos una fecha y comenzamos con el diseño."],
  ],
  sections: [
    section(
      "business",
      {
        name: ["Your business", "Su empresa"],
        description: ["Who you are, and who buys from you.", "Quiénes son y quién les compra."],
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
            "We fit kitchens in old houses. People come to us because we measure crooked walls properly and finish when we said we would.",
            "Instalamos cocinas en casas antiguas. Nos eligen porque medimos bien las paredes torcidas y terminamos cuando dijimos.",
          ],
          hints: [
            ["the area you serve", "la zona donde trabaja"],
            ["licenses and guarantees", "licencias y garantías"],
            ["years of experience", "años de experiencia"],
          ],
          probes: [
            [
              "What do customers say when they recommend you?",
              "¿Qué dicen los clientes al recomendar su trabajo?",
            ],
            ["What kind of job do you say no to?", "¿Qué tipo de trabajo no acepta?"],
          ],
        }),
        longQuestion("best-customers", {
          title: ["Your best customers", "Sus mejores clientes"],
          prompt: [
            "Who are the customers you want more of? What do they worry about before they buy?",
            "¿De qué clientes quieren tener más? ¿Qué les preocupa antes de comprar?",
          ],
          sample: [
            "Couples around fifty who just bought their second house. They worry about dust, delays and the final price.",
            "Parejas de unos cincuenta años que acaban de comprar su segunda casa. Les preocupan el polvo, los retrasos y el precio final.",
          ],
          hints: [
            ["what they type into Google", "lo que escriben en Google"],
            ["questions that always come up", "las preguntas que siempre hacen"],
            ["others who help decide", "quién más decide con ellos"],
          ],
          probes: [
            ["How did the last customer like that find you?", "¿Cómo llegó el último cliente así?"],
            ["What makes them say yes in the end?", "¿Qué los convence al final?"],
          ],
        }),
      ],
    ),
    section(
      "goals",
      {
        name: ["Goals and visitors", "Objetivos y visitantes"],
        description: ["What the site should change.", "Qué debe cambiar el sitio."],
        minutes: 5,
      },
      [
        multipleChoice("site-goals", {
          title: ["What the site should do", "Qué debe lograr el sitio"],
          prompt: ["Pick what matters most in the first year.", "Elija lo que más importa en el primer año."],
          options: {
            calls: ["Bring calls and emails", "Traer llamadas y correos"],
            bookings: ["Take bookings", "Recibir reservas"],
            sales: ["Sell online", "Vender en línea"],
            trust: ["Show that we can be trusted", "Mostrar que somos de confianza"],
            hiring: ["Find staff", "Encontrar personal"],
          },
        }),
        longQuestion("site-success", {
          title: ["When it has worked", "Cuándo habrá funcionado"],
          prompt: [
            "A year after launch, how will you know that the site was worth it? A number helps.",
            "Un año después del lanzamiento, ¿cómo sabrán que valió la pena? Un número ayuda.",
          ],
          sample: [
            "Three good inquiries a week instead of one, and nobody asking on the phone for our prices.",
            "Tres buenas consultas por semana en vez de una, y que nadie pregunte los precios por teléfono.",
          ],
          hints: [
            ["where you stand today", "cómo están las cosas hoy"],
            ["calls it should save you", "llamadas que debería ahorrar"],
            ["what a new customer brings in", "lo que deja un cliente nuevo"],
          ],
          probes: [
            ["How many inquiries do you get in a week now?", "¿Cuántas consultas recibe ahora por semana?"],
            ["What would you stop doing by hand?", "¿Qué dejaría de hacer a mano?"],
          ],
        }),
        website("site-today", {
          title: ["Your site today", "Su sitio actual"],
          prompt: ["Do you have a website now?", "¿Tienen un sitio web ahora?"],
        }),
      ],
    ),
    section(
      "look",
      {
        name: ["Look and feel", "Aspecto"],
        description: ["What fits you, and what never would.", "Qué va con ustedes y qué nunca iría."],
        minutes: 4,
      },
      [
        longQuestion("sites-liked", {
          title: ["Sites you like", "Sitios que les gustan"],
          prompt: [
            "Name two or three sites you like, in any trade. What is it about each?",
            "Nombre dos o tres sitios que le gusten, de cualquier rubro. ¿Qué le gusta de cada uno?",
          ],
          sample: [
            "aesop.com: calm, lots of room. patagonia.com: real photos, no stock people smiling at laptops.",
            "aesop.com: tranquilo, con mucho espacio. patagonia.com: fotos reales, sin gente de catálogo sonriendo.",
          ],
          hints: [
            ["colors and photos", "colores y fotos"],
            ["how they look on a phone", "cómo se ven en el teléfono"],
            ["wording that fits you", "textos que van con usted"],
          ],
          probes: [
            ["What do you look at first on a new site?", "¿Qué mira primero en un sitio nuevo?"],
            ["What annoys you on other websites?", "¿Qué le molesta de otros sitios?"],
          ],
        }),
        multipleChoice("brand-material", {
          title: ["What you have already", "Lo que ya tienen"],
          prompt: ["Which of these can you send us?", "¿Qué de esto nos pueden enviar?"],
          options: {
            logo: ["A logo as SVG, AI or PDF", "Un logotipo en SVG, AI o PDF"],
            colors: ["Colors and fonts", "Colores y tipografías"],
            photos: ["Photos of your work", "Fotos de su trabajo"],
            texts: ["Texts for the pages", "Textos para las páginas"],
          },
          need: "optional",
        }),
      ],
    ),
    section(
      "pages",
      {
        name: ["Pages and content", "Páginas y contenido"],
        description: ["What goes on it, and who writes it.", "Qué lleva y quién lo escribe."],
        minutes: 5,
      },
      [
        longQuestion("pages-needed", {
          title: ["Pages", "Páginas"],
          prompt: [
            "Which pages do you need? One line for each says enough.",
            "¿Qué páginas necesitan? Basta una línea para cada una.",
          ],
          sample: [
            "Home, three kinds of kitchens with photos, prices from–to, about us with the team, contact with a map.",
            "Inicio, tres tipos de cocina con fotos, precios desde–hasta, nosotros con el equipo, contacto con mapa.",
          ],
          hints: [
            ["answers to common questions", "respuestas a preguntas frecuentes"],
            ["job openings", "ofertas de empleo"],
            ["a second language", "un segundo idioma"],
          ],
          probes: [
            ["What do people call you to ask?", "¿Qué le pregunta la gente por teléfono?"],
            ["What will change most often?", "¿Qué va a cambiar más seguido?"],
          ],
        }),
        singleChoice("content-writer", {
          title: ["Who writes", "Quién escribe"],
          prompt: ["Who writes the texts?", "¿Quién escribe los textos?"],
          options: {
            us: ["We do", "Nosotros"],
            you: ["You write, we check", "Ustedes escriben y nosotros revisamos"],
            together: ["Together", "Juntos"],
          },
        }),
        yesNo("sells-online", {
          title: ["Shop or bookings", "Tienda o reservas"],
          prompt: [
            "Should visitors be able to buy or book on the site?",
            "¿Los visitantes deben poder comprar o reservar en el sitio?",
          ],
        }),
        longQuestion("shop-details", {
          title: ["How buying should work", "Cómo debe ser la compra"],
          prompt: [
            "What can be bought or booked, how do people pay, and how does it reach them?",
            "¿Qué se puede comprar o reservar, cómo se paga y cómo llega?",
          ],
          sample: [
            "A first visit for 90 dollars, paid by card, Tuesday to Friday between 9 and 5. We confirm by hand.",
            "Una primera visita por 90 dólares, pagada con tarjeta, de martes a viernes entre las 9 y las 5. Confirmamos a mano.",
          ],
          hints: [
            ["returns and cancellations", "devoluciones y cancelaciones"],
            ["sales tax and shipping", "impuestos y gastos de envío"],
            ["what runs out", "lo que se agota"],
          ],
          probes: [
            [
              "How many orders or bookings do you expect in a week?",
              "¿Cuántos pedidos o reservas espera por semana?",
            ],
            ["Who gets a message when an order comes in?", "¿A quién se le avisa cuando entra un pedido?"],
          ],
          ...onlyIf("sells-online", "yes"),
        }),
      ],
    ),
    section(
      "launch",
      {
        name: ["Domain and launch", "Dominio y lanzamiento"],
        description: ["What we need to go live.", "Lo que necesitamos para publicar."],
        minutes: 4,
      },
      [
        longQuestion("domain-access", {
          title: ["Domain and accounts", "Dominio y cuentas"],
          prompt: [
            "Where is your domain, and who has the password? Never write passwords here.",
            "¿Dónde está su dominio y quién tiene la contraseña? Nunca escriba contraseñas aquí.",
          ],
          sample: [
            "ourname.com is at GoDaddy. My brother has the login. Email runs on Google Workspace.",
            "nuestronombre.com está en GoDaddy. Mi hermano tiene el acceso. El correo está en Google Workspace.",
          ],
          hints: [
            ["when it expires", "cuándo vence"],
            ["email that uses the same name", "el correo con ese mismo nombre"],
            ["your last web designer", "su diseñador web anterior"],
          ],
          probes: [
            ["Who gets the yearly bill?", "¿Quién recibe la factura anual?"],
            ["Do you own any other domains?", "¿Tiene otros dominios?"],
          ],
        }),
        date("launch-date", {
          title: ["Launch", "Lanzamiento"],
          prompt: ["Is there a day by which it must be live?", "¿Hay un día en que deba estar publicado?"],
          need: "optional",
          canSkip: true,
        }),
        shortQuestion("decision-maker", {
          title: ["Who decides", "Quién decide"],
          prompt: [
            "Who has the last word on design and texts?",
            "¿Quién tiene la última palabra sobre diseño y textos?",
          ],
          sample: ["Marta and I, both have to agree.", "Marta y yo, los dos tenemos que estar de acuerdo."],
        }),
      ],
    ),
  ],
};
