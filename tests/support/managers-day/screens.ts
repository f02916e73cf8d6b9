import type { Page } from "@playwright/test";
import {
  type Client,
  draftKey,
  isTheirs,
  type Manager,
  QUESTIONS,
  type Question,
  type QuestionId,
  stateOf,
} from "./model.ts";

/** The parts of a manager's screen that the day changes. */

type QuestionScreen = {
  state: string;
  /** The client's answers. Answers to a follow-up appear after the follow-up, so this list has no fixed order. */
  answers: string[];
  asked: string[];
  /** The authors of asking, replying, approving and withdrawing. */
  said: string[];
  /** The follow-up that is being typed; null if no form is open. */
  draft: string | null;
};
type ClientScreen = {
  title: string;
  phone: string | null;
  doorbell: string | null;
  manager: string | null;
  tags: string[];
  notes: { by: string; text: string }[];
  newNote: string;
  questions: { [id: string]: QuestionScreen };
};
type ListScreen = { title: string; lines: { name: string; state: string; tags: string }[] };
export type Screen = ClientScreen | ListScreen | { title: string };

/** The page that a manager has open. */
export type Place = { kind: "list" } | { kind: "client"; client: Client };

export const GONE = "Client not found";
export const LIST = "All clients";

/** Words that are not yet sent: by manager, client and question. */
export type Drafts = ReadonlyMap<string, string>;
type Known = { clients: readonly Client[]; managers: readonly Manager[]; drafts: Drafts };

export function expectedScreen(place: Place, manager: Manager, known: Known): Screen {
  if (place.kind === "list") return { title: LIST, lines: linesOf(manager, known) };
  const { client } = place;
  if (!isTheirs(client, manager)) return { title: GONE };
  const { name: title, phone, doorbell, notes } = client;
  const draftAt = (what: QuestionId | "note") => known.drafts.get(draftKey(manager, client, what));
  return {
    title,
    phone,
    doorbell,
    manager: known.managers.find(({ managerId }) => managerId === client.ownerId)?.name ?? null,
    tags: client.tags.toSorted(),
    notes,
    newNote: draftAt("note") ?? "",
    questions: Object.fromEntries(
      QUESTIONS.map((id) => [id, questionScreen(client.questions[id], manager, draftAt(id))]),
    ),
  };
}

function linesOf(manager: Manager, { clients }: Known): ListScreen["lines"] {
  return clients
    .filter((client) => isTheirs(client, manager))
    .map(({ name, isSubmitted, tags }) => ({
      name,
      state: isSubmitted ? "Submitted" : "In progress",
      tags: tags.toSorted().join(", "),
    }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

const ENDS = { "taken-back": "withdrew the follow-up", answered: "replied", approved: "approved" } as const;

function questionScreen(question: Question, { name }: Manager, draft: string | undefined): QuestionScreen {
  const said: string[] = [];
  const asked: string[] = [];
  let isOpen = false;
  for (const { kind, by, text } of question.entries) {
    if (kind === "asked-back") {
      said.push(by === name ? "You asked" : `${by} asked`);
      asked.push(text ?? "");
    } else if (isOpen && kind !== "unapproved") said.push(`${by ?? "The client"} ${ENDS[kind]}`);
    isOpen = kind === "asked-back";
  }
  const answers = question.answers.toSorted();
  return { state: stateOf(question), answers, asked, said, draft: draft ?? null };
}

export function readScreen(page: Page, place: Place): Promise<Screen> {
  return place.kind === "list" ? page.evaluate(readList) : page.evaluate(readClient, QUESTIONS);
}

/** Runs in the page. */
function readList(): ListScreen | { title: string } {
  const textOf = (element: Element | null | undefined) => element?.textContent?.trim() ?? "";
  const title = textOf(document.querySelector("h1"));
  const heads = [...document.querySelectorAll("thead th")].map(textOf);
  const tagsAt = heads.findIndex((head) => head.startsWith("Tag"));
  const lines = [...document.querySelectorAll("tbody tr:not([aria-hidden])")].map((line) => ({
    name: textOf(line.querySelector("th a")),
    state: textOf(line.children[2]),
    tags: line.children[tagsAt]?.getAttribute("title") ?? "",
  }));
  return { title, lines };
}

/** Runs in the page. */
function readClient(questionIds: readonly string[]): ClientScreen | { title: string } {
  const textOf = (element: Element | null | undefined) => element?.textContent?.trim() ?? "";
  const all = (selector: string, within: ParentNode = document) => [...within.querySelectorAll(selector)];
  const title = textOf(document.querySelector("h1"));
  const contact = all("aside h2")
    .find((head) => textOf(head) === "Contact")
    ?.closest("section");
  if (!contact) return { title };
  const fact = (name: string) => all("dt", contact).find((term) => textOf(term) === name)?.nextElementSibling;
  const factText = (name: string) => (fact(name) ? textOf(fact(name)) : null);
  const label = all("aside label").find((each) => textOf(each) === "New note");
  const newNote = document.getElementById(label?.getAttribute("for") ?? "");
  const questionAt = (id: string) => {
    const card = document.querySelector(`[data-question="${id}"]`) ?? document.createElement("section");
    const words = all("li p[dir=auto]", card);
    const isAsked = (paragraph: Element) => paragraph.closest("li")?.parentElement?.ariaLabel != null;
    const box = card.querySelector("textarea");
    return {
      state: card.querySelector("[data-state]")?.getAttribute("data-state") ?? "none",
      answers: words
        .filter((each) => !isAsked(each))
        .map(textOf)
        .sort(),
      asked: words.filter(isAsked).map(textOf),
      said: all("ol[aria-label] b", card).map(textOf),
      draft: box ? box.value : null,
    };
  };
  return {
    title,
    phone: factText("Phone"),
    doorbell: factText("Doorbell"),
    manager: textOf(fact("Manager")?.querySelector("bdi")) || null,
    tags: all("span > span", fact("Tags") ?? document.createElement("dd"))
      .map(textOf)
      .sort(),
    notes: all("ul[aria-label=Notes] > li").map((note) => ({
      by: textOf(note.querySelector("bdi")),
      text: textOf(note.querySelector("p[dir=auto]")),
    })),
    newNote: newNote instanceof HTMLTextAreaElement ? newNote.value : "",
    questions: Object.fromEntries(questionIds.map((id) => [id, questionAt(id)])),
  };
}
