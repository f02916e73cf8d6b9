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

export const bookkeeping: Template = {
  templateId: "bookkeeping",
  name: ["Bookkeeping and tax", "Contabilidad e impuestos"],
  after: [
    [
      "We read your answers and send a list of the papers we need.",
      "Leemos sus respuestas y enviamos una lista de los papeles que necesitamos.",
    ],
    ["We set up the books and connect the bank.", "Preparamos los libros y conectamos el banco."],
    ["You get the first monthly report.", "Usted recibe el primer informe mensual."],
  ],
  sections: [
    section(
      "company",
      {
        name: ["Owners and company", "Dueños y empresa"],
        description: ["The form of the company, and who owns it.", "La forma de la empresa y de quién es."],
        minutes: 4,
      },
      [
        singleChoice("company-form", {
          title: ["Form of the company", "Forma de la empresa"],
          prompt: ["How is the business registered?", "¿Cómo está registrado el negocio?"],
          options: {
            sole: ["Sole proprietor", "Persona física"],
            llc: ["LLC", "LLC"],
            "s-corp": ["S corporation", "Corporación S"],
            "c-corp": ["C corporation", "Corporación C"],
            partnership: ["Partnership", "Sociedad"],
          },
        }),
        longQuestion("owners", {
          title: ["Owners", "Dueños"],
          prompt: [
            "Who owns which share, and who draws money from the business?",
            "¿Quién tiene qué parte y quién retira dinero del negocio?",
          ],
          sample: [
            "My wife and I, half each. I take 3,000 a month, she is on the payroll.",
            "Mi esposa y yo, la mitad cada uno. Yo retiro 3000 al mes y ella está en la nómina.",
          ],
          hints: [
            ["family on the payroll", "familiares en la nómina"],
            ["loans to or from the company", "préstamos a la empresa o de ella"],
            ["partners who came or left", "socios que entraron o salieron"],
          ],
          probes: [
            [
              "Do you get a paycheck, or just transfer what you need?",
              "¿Usted cobra un sueldo o transfiere lo que necesita?",
            ],
            [
              "Has any of that changed in the last two years?",
              "¿Ha cambiado algo de eso en los últimos dos años?",
            ],
          ],
        }),
      ],
    ),
    section(
      "accounts",
      {
        name: ["Accounts and cards", "Cuentas y tarjetas"],
        description: ["Where the money is.", "Dónde está el dinero."],
        minutes: 4,
      },
      [
        longQuestion("bank-accounts", {
          title: ["Accounts, cards and loans", "Cuentas, tarjetas y préstamos"],
          prompt: [
            "List every account, card and loan of the business, with the bank. Leave out all numbers.",
            "Enumere cada cuenta, tarjeta y préstamo del negocio, con el banco. No escriba ningún número.",
          ],
          sample: [
            "Checking and savings at Chase, a Chase Ink card, a van loan at Ally until 2028.",
            "Cuenta corriente y de ahorro en Chase, tarjeta Chase Ink, préstamo de la furgoneta en Ally hasta 2028.",
          ],
          hints: [
            ["PayPal and payment apps", "PayPal y aplicaciones de pago"],
            ["equipment you pay off monthly", "equipos que se pagan por mes"],
            ["anything you closed this year", "lo que se cerró este año"],
          ],
          probes: [
            ["Which account or card do you use the most?", "¿Qué cuenta o tarjeta usa más?"],
            ["Who else can sign in and see the payments?", "¿Quién más puede entrar y ver los movimientos?"],
          ],
        }),
        yesNo("private-mixed", {
          title: ["Private and business", "Lo privado y el negocio"],
          prompt: [
            "Do private payments sometimes run through the business accounts?",
            "¿A veces pasan gastos privados por las cuentas del negocio?",
          ],
        }),
      ],
    ),
    section(
      "sales",
      {
        name: ["Sales and invoices", "Ventas y facturas"],
        description: ["How you get paid.", "Cómo les pagan."],
        minutes: 5,
      },
      [
        multipleChoice("payment-ways", {
          title: ["How customers pay", "Cómo pagan los clientes"],
          prompt: ["Pick all that you take.", "Elija todas las formas que aceptan."],
          options: {
            cash: ["Cash", "Efectivo"],
            card: ["Card", "Tarjeta"],
            transfer: ["Bank transfer", "Transferencia"],
            check: ["Check", "Cheque"],
            app: ["Venmo, Zelle or the like", "Venmo, Zelle o similares"],
          },
        }),
        longQuestion("invoicing", {
          title: ["Invoices", "Facturas"],
          prompt: [
            "How do you write invoices, how many a month, and how do you find out who has not paid?",
            "¿Cómo hacen las facturas, cuántas por mes, y cómo ven quién no ha pagado?",
          ],
          sample: [
            "About forty, in Word. I look at the bank once a month and phone the ones I remember.",
            "Unas cuarenta, en Word. Miro el banco una vez al mes y llamo a los que recuerdo.",
          ],
          hints: [
            ["when they are due", "cuándo vencen"],
            ["deposits up front", "anticipos"],
            ["sales tax", "el impuesto a las ventas"],
          ],
          probes: [
            ["Roughly, how much do people owe you right now?", "Más o menos, ¿cuánto le deben ahora?"],
            [
              "How many days after the work do you send the invoice?",
              "¿Cuántos días después del trabajo envía la factura?",
            ],
          ],
        }),
      ],
    ),
    section(
      "bills",
      {
        name: ["Bills and expenses", "Cuentas por pagar y gastos"],
        description: [
          "What goes out, and where the receipts are.",
          "Qué sale y dónde están los comprobantes.",
        ],
        minutes: 4,
      },
      [
        longQuestion("receipts", {
          title: ["Receipts", "Comprobantes"],
          prompt: [
            "What happens to a receipt, from the counter to the books? Be honest, we have seen shoeboxes.",
            "¿Qué pasa con un comprobante, desde la caja hasta los libros? Con confianza, hemos visto cajas de zapatos.",
          ],
          sample: [
            "Paper ones go into the glove box. Online ones stay in my email. At tax time I search for two weekends.",
            "Los de papel van a la guantera. Los de internet quedan en mi correo. Para los impuestos busco dos fines de semana.",
          ],
          hints: [
            ["cash purchases", "pagos en efectivo"],
            ["miles you drive for work", "millas que maneja por trabajo"],
            ["things your staff buys", "gastos de los empleados"],
          ],
          probes: [
            ["Roughly, how many do you get in a week?", "Más o menos, ¿cuántos recibe por semana?"],
            ["Which ones go missing most often?", "¿Cuáles se pierden más a menudo?"],
          ],
        }),
        singleChoice("books-today", {
          title: ["Your books today", "Sus libros hoy"],
          prompt: ["Where are the books now?", "¿Dónde están los libros ahora?"],
          options: {
            quickbooks: ["QuickBooks", "QuickBooks"],
            xero: ["Xero", "Xero"],
            sheet: ["A spreadsheet", "Una hoja de cálculo"],
            accountant: ["With our last accountant", "Con nuestro contador anterior"],
            nowhere: ["Nowhere yet", "Todavía en ningún lado"],
          },
        }),
      ],
    ),
    section(
      "payroll",
      {
        name: ["Payroll", "Nómina"],
        description: ["Whom you pay.", "A quién le pagan."],
        minutes: 3,
      },
      [
        yesNo("has-employees", {
          title: ["Employees", "Empleados"],
          prompt: ["Do you have employees or pay contractors?", "¿Tienen empleados o pagan a contratistas?"],
        }),
        longQuestion("payroll-details", {
          title: ["Who, and how", "Quién y cómo"],
          prompt: [
            "How many employees and contractors, how often are they paid, and by which service?",
            "¿Cuántos empleados y contratistas, cada cuánto se les paga y con qué servicio?",
          ],
          sample: [
            "Four employees every second Friday by Gusto, two contractors when a job is done.",
            "Cuatro empleados cada dos viernes con Gusto, dos contratistas al terminar un trabajo.",
          ],
          hints: [
            ["tips and overtime", "propinas y horas extra"],
            ["people in other states", "gente en otros estados"],
            ["health insurance and benefits", "seguro médico y beneficios"],
          ],
          probes: [
            ["How do you keep track of their hours?", "¿Cómo lleva la cuenta de las horas?"],
            ["What goes wrong most often on payday?", "¿Qué sale mal más a menudo el día de pago?"],
          ],
          ...onlyIf("has-employees", "yes"),
        }),
      ],
    ),
    section(
      "taxes",
      {
        name: ["Taxes and deadlines", "Impuestos y plazos"],
        description: ["What is open, and what worries you.", "Qué está pendiente y qué les preocupa."],
        minutes: 4,
      },
      [
        longQuestion("tax-open", {
          title: ["What is open", "Qué está pendiente"],
          prompt: [
            "Which returns are missing, which letters are unanswered, and is there a deadline soon?",
            "¿Qué declaraciones faltan, qué cartas están sin responder y hay algún plazo cercano?",
          ],
          sample: [
            "Last year's return is on extension. One letter from the state about sales tax in June, not opened since.",
            "La declaración del año pasado tiene prórroga. Una carta del estado de junio sobre el impuesto a las ventas, sin abrir.",
          ],
          hints: [
            ["sales and payroll tax", "impuestos de ventas y de nómina"],
            ["quarterly payments", "pagos trimestrales"],
            ["fines or interest", "multas o intereses"],
          ],
          probes: [
            ["What was the last year you filed for?", "¿Cuál fue el último año que declaró?"],
            ["Do you still owe anything from past years?", "¿Todavía debe algo de años anteriores?"],
          ],
        }),
        shortQuestion("last-accountant", {
          title: ["Last accountant", "Contador anterior"],
          prompt: ["Who did this before, and may we call them?", "¿Quién lo hacía antes y podemos llamarlo?"],
          sample: ["Dana at Miller Tax, yes, call her", "Dana de Miller Tax, sí, llámenla"],
          need: "optional",
          canSkip: true,
        }),
      ],
    ),
  ],
};
