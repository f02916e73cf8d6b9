import type { TimelineEntry } from "#contract/manage/timeline.ts";
import { listWords } from "../../web/ui/language/spoken-language.ts";
import { factNames } from "../clients/fact-names.ts";
import { causeOf } from "../mail/mail-words.ts";
import { t } from "../translate.ts";
import { clock } from "./clock.ts";

/** The sentence of an event. */
export function sentenceOf(entry: TimelineEntry): string {
  const { kind, mail, saves = 1, questions = [], format = "" } = entry;
  if (kind === "mail") return t("timeline.mail", { kind: mail ? t(`mails.kind.${mail.kind}`) : "" });
  return t(`timeline.${kind}`, {
    who: nameOf(entry),
    count: kind === "saved" ? saves : questions.length,
    recipient: entry.recipient ?? t("mails.somebody"),
    format,
  });
}

/** Further details of an event, each of a few words. */
export function detailsOf(entry: TimelineEntry, titles: { [questionId: string]: string }): string[] {
  const { at, device, since, saves = 1, questions = [], fields = [], why, mail } = entry;
  return [
    device && deviceWords(device),
    since && saves > 1 && clock(since) !== clock(at) && t("timeline.since", { time: clock(since) }),
    why && t(`timeline.why.${why}`),
    questions.length > 0 && listWords(questions.map((id) => titles[id] ?? id)),
    fields.length > 0 && listWords(factNames(fields)),
    mail && t(`mails.state.${mail.state}`, { attempts: mail.attempts }),
    mail && causeOf(mail),
    mail && entry.who.kind === "manager" && t("timeline.askedBy", { name: nameOf(entry) }),
  ].filter((words) => typeof words === "string" && words !== "") as string[];
}

/** A device's name in words. The server sends the system, then the browser, as far as they are known. */
export function deviceWords(device: string): string {
  const [system = device, browser] = device.split(", ");
  return browser === undefined ? system : t("timeline.device", { browser, system });
}

function nameOf({ who }: TimelineEntry): string {
  return who.name ?? t(`timeline.who.${who.kind}`);
}
