import type { RecordInput } from "#contract/record/record.ts";

/** The invented businesses in the pictures, with answers as their owners would give them. */

export type Business = {
  name: string;
  email: string | null;
  /** Undefined for a business that has not begun. */
  answers?: RecordInput;
  submits?: boolean;
};

const said = (...texts: string[]) => ({ responses: texts.map((content) => ({ content })) });

export const BAKERY_TEAM = [
  "I bake with Tom from three in the morning. Maria has the counter and the phone.",
  "My sister does the books on Sundays, and two students help before Christmas.",
];

const BAKERY: RecordInput = {
  "business-profile": { employees: "2-5", locations: "1", revenue: "<500k" },
  "team-and-business-setup": said(...BAKERY_TEAM),
  "tool-selection": {
    selectedTools: ["square", "canva", "google-sheets"],
    customTools: "Paper diary",
    toolRatings: { square: 4, canva: 5 },
  },
  "current-tools": said("Square is fine at the counter, but orders for cakes are still in the paper diary."),
  "customer-acquisition": said(
    "Most have walked past us for years. New ones come from the school gate, and from the wedding fair in March.",
  ),
  "booking-process": said(
    "They ring or come in, Maria writes the cake into the diary, and I ring back with a price in the evening.",
    "If I forget, they have gone to the supermarket by then.",
  ),
  "service-execution": said(
    "Bread is out by seven. A cake takes two days: sponge first, then cream and lettering, and they fetch it before noon.",
  ),
  "operations-management": said(
    "A list on the fridge. It goes wrong when two people think the other one has ordered flour.",
  ),
  "financial-management": said(
    "Square sends me the day. My sister types it into a sheet, and I see in June how May went.",
  ),
  "administrative-tasks": said(
    "About six hours a week, mostly ringing people back and writing the same prices again.",
  ),
  "customer-relationships": said("We know everybody by name, but we have never written to one of them."),
  "growth-and-future-vision": said("A second oven, and two days a week on which I do not get up at two."),
  "website-form": { url: "https://rosas-bakery.example", satisfaction: 4 },
  "website-vision": said("Show what cakes cost, and let people order them without ringing me."),
};

export const BUSINESSES: Business[] = [
  { name: "Rosa's Bakery", email: "rosa@rosas-bakery.example", answers: BAKERY, submits: true },
  {
    name: "Harbour Bikes",
    email: "ben@harbour-bikes.example",
    answers: {
      "business-profile": { employees: "6-10", locations: "2-3", revenue: "500k-1m" },
      "team-and-business-setup": said("Four in the workshop, two who sell, and me for everything else."),
      "customer-acquisition": said("Half of them punctured their tyre in front of the shop."),
      "booking-process": said("They ask when it is done, and I say Thursday."),
      "service-execution": said("Ticket on the handlebar, photo of the damage, a text when it is ready."),
    },
  },
  {
    name: "Lumen Electric",
    email: "office@lumen.example",
    answers: {
      "business-profile": { employees: "2-5", locations: "1", revenue: "500k-1m" },
      "team-and-business-setup": said("Two vans, one apprentice, and my wife in the office."),
    },
  },
  {
    name: "Café Olé",
    email: "hola@cafe-ole.example",
    answers: { "website-vision": said("Que la gente vea el menú del día antes de las once.") },
  },
  { name: "Oak & Iron Joinery", email: "sam@oak-iron.example" },
  { name: "Paws on Park Street", email: "team@paws.example" },
];
