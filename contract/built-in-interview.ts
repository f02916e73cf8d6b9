import { employeeChoices, locationChoices, revenueChoices, toolChoices } from "./choices.ts";
import type { Interview } from "./interview.ts";

/**
 * The interview that Firsthand asks when the provider brings none. Ids, names, minutes and entry names are the
 * specification's (§2.2, §3); titles, prompts, descriptions and sample answers are ours (product §4).
 */
export const builtInInterview: Interview = {
  sections: [
    {
      id: "business-snapshot",
      name: "Business Snapshot",
      minutes: 7,
      description: "The basics: how big you are, who does what, and the tools you rely on.",
      questions: [
        {
          kind: "business-profile",
          id: "business-profile",
          entry: "business-profile",
          title: "Your business at a glance",
          prompt: "Three quick picks, so that we know the size of what you run. A rough answer is fine.",
          employees: { label: "Number of Employees", options: employeeChoices },
          locations: { label: "Number of Locations", options: locationChoices },
          revenue: { label: "Annual Revenue Range", options: revenueChoices },
        },
        {
          kind: "free-answer",
          id: "team-description",
          entry: "team-and-business-setup",
          title: "Your team",
          prompt: "Who works with you, and what does each person take care of on a normal day?",
          sample:
            "I run the shop and do the buying. Maria looks after the counter and the phone, and Sam drives deliveries three days a week. In December my sister helps with the orders.",
        },
        {
          kind: "tool-picker",
          id: "current-tools",
          entry: "tool-selection",
          remarksEntry: "current-tools",
          title: "The tools you use",
          prompt: "Tap every tool that you use at least once a month, then say how happy you are with each.",
          remarksPrompt: "Anything to add about your tools?",
          sample:
            "We pay for Mailchimp but nobody has opened it since spring. The bookings in Square do not show up in our calendar, so Maria copies them over every evening.",
          tools: toolChoices,
        },
      ],
    },
    {
      id: "leads-booking",
      name: "Leads → Booking",
      minutes: 6,
      description: "How people find you, and what happens between hello and booked.",
      questions: [
        {
          kind: "free-answer",
          id: "customer-acquisition",
          entry: "customer-acquisition",
          title: "How customers find you",
          prompt: "Where did your last ten new customers come from?",
          sample:
            "About six came from friends telling friends, three found us on Google Maps, and one saw our van. We tried Facebook ads last year, spent $400 and got two calls.",
        },
        {
          kind: "free-answer",
          id: "booking-process",
          entry: "booking-process",
          title: "From first call to booked",
          prompt:
            "Take the last person who booked with you: what happened, step by step, from first contact to a fixed date?",
          sample:
            "She called while I was on a ladder, so it went to voicemail. I rang back at seven, looked in the paper diary, offered Tuesday and texted her the price. Around one in four never answer that text.",
        },
      ],
    },
    {
      id: "service-delivery-ops",
      name: "Service Delivery & Ops",
      minutes: 6,
      description: "What a day of doing the work looks like, and what keeps it running.",
      questions: [
        {
          kind: "free-answer",
          id: "service-execution",
          entry: "service-execution",
          title: "Doing the work",
          prompt: "Walk us through one typical job or order, from its start until the customer is happy.",
          sample:
            "We load the van at eight, two of us clean an office in about three hours, and take photos when we are done. I send the photos from my phone. If something was missed, we come back the next day for free.",
        },
        {
          kind: "free-answer",
          id: "operations-management",
          entry: "operations-management",
          title: "Keeping it all on track",
          prompt: "How do you plan who does what and when, and where does it go wrong most often?",
          sample:
            "There is a whiteboard in the kitchen and a group chat. When somebody is sick I call around until someone can step in. Twice last month two people drove to the same job.",
        },
      ],
    },
    {
      id: "money-admin",
      name: "Money & Admin",
      minutes: 5,
      description: "Invoices, books and paperwork: what works, and what eats your evenings.",
      questions: [
        {
          kind: "free-answer",
          id: "financial-management",
          entry: "financial-management",
          title: "Getting paid and keeping books",
          prompt: "How does money come in and go out, and who keeps track of it?",
          sample:
            "I write invoices in Word on Sunday and most people pay within two weeks. My accountant gets a box of receipts every three months. I never know how much is still owed to me.",
        },
        {
          kind: "free-answer",
          id: "administrative-tasks",
          entry: "administrative-tasks",
          title: "The paperwork",
          prompt:
            "Which office task would you hand over tomorrow if you could, and how long does it take you now?",
          sample:
            "Chasing late payments. It takes two hours every Friday: I go through the bank account, find who has not paid, and write each of them a message.",
        },
      ],
    },
    {
      id: "customers-growth",
      name: "Customers & Growth",
      minutes: 7,
      description: "How you stay in touch with customers, and where you want to go from here.",
      questions: [
        {
          kind: "free-answer",
          id: "customer-relationships",
          entry: "customer-relationships",
          title: "Staying in touch",
          prompt: "What do you do to make a customer come back, or tell a friend?",
          sample:
            "We write a thank-you card after the first job and call once a year before the season starts. We have 43 Google reviews, but I only ask for one when I remember.",
        },
        {
          kind: "free-answer",
          id: "growth-vision",
          entry: "growth-and-future-vision",
          title: "Where you want to be",
          prompt: "If the next year goes really well, what is different about your business?",
          sample:
            "I work four days instead of six, there is a second van with its own crew, and bookings come in at night without me. I do not want to get bigger than ten people.",
        },
      ],
    },
    {
      id: "website",
      name: "Website",
      minutes: 5,
      description: "What you have online today, and what you would like it to do for you.",
      questions: [
        {
          kind: "website",
          id: "website-info",
          entry: "website-form",
          title: "Your website today",
          prompt:
            "Where can we find it, and how happy are you with it? If you have none yet, go on to the next question.",
          sample: "https://www.example.com",
        },
        {
          kind: "free-answer",
          id: "website-vision",
          entry: "website-vision",
          title: "What your website should do",
          prompt: "What should a visitor be able to do on your website that they cannot do today?",
          sample:
            "See prices for the three things that everyone asks about, pick a free slot and pay a deposit. Now there is only a phone number, and half of the photos are from the previous owner.",
        },
      ],
    },
  ],
};
