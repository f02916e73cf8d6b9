import type { TextFile } from "../review/text-file.ts";

/** The maximum number of octets in a line, without its end (RFC 5545 §3.1). */
const LINE_OCTETS = 75;
const SATURDAY = 6;
const SUNDAY = 0;

type Reminder = {
  /** When the answers were sent. */
  from: Date;
  workingDays: number;
  title: string;
  /** Identifies this event. */
  id: string;
};

/** An all-day event on the working day by which the provider answers, for any calendar. */
export function calendarFile({ from, workingDays, title, id }: Reminder): TextFile {
  const day = afterWorkingDays(from, workingDays);
  const next = new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1);
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Firsthand//Onboarding interview//EN",
    "BEGIN:VEVENT",
    `UID:${id}@firsthand`,
    `DTSTAMP:${from.toISOString().replace(/[-:]|\.\d+/g, "")}`,
    `DTSTART;VALUE=DATE:${dateOf(day)}`,
    `DTEND;VALUE=DATE:${dateOf(next)}`,
    `SUMMARY:${escaped(title)}`,
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return { name: "reminder.ics", type: "text/calendar", text: lines.map(folded).join("") };
}

/** Counts days in the reader's own time zone. */
export function afterWorkingDays(from: Date, count: number): Date {
  const day = new Date(from.getFullYear(), from.getMonth(), from.getDate());
  for (let left = count; left > 0; ) {
    day.setDate(day.getDate() + 1);
    if (day.getDay() !== SATURDAY && day.getDay() !== SUNDAY) left -= 1;
  }
  return day;
}

function dateOf(day: Date): string {
  const parts = [day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, "0"));
  return `${day.getFullYear()}${parts.join("")}`;
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, "\\$&").replace(/\r?\n/g, "\\n");
}

/** Folds a long line, which continues after a line end and a space; no character is cut in two. */
function folded(line: string): string {
  const encoder = new TextEncoder();
  let octets = 0;
  let text = "";
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > LINE_OCTETS) {
      text += "\r\n ";
      octets = 1;
    }
    text += character;
    octets += size;
  }
  return `${text}\r\n`;
}
