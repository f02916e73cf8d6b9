import type { Part } from "../part.ts";
import { spoken } from "../ui/language/spoken-language.ts";
import type { TalkPart } from "./workspace.ts";

/** Fetches a part with the press that needs it, again after a failure; undefined where it could not be fetched. */
async function fetchPart<Module>(part: Part<Module>): Promise<Module | undefined> {
  if (!part.store.getState().module) part.start();
  return part.find();
}

/** With its words in the language that is spoken; false where something of it could not be fetched. */
export async function fetchTalk(talk: TalkPart): Promise<boolean> {
  const part = await fetchPart(talk);
  return part === undefined
    ? false
    : part.learnTalkWords(spoken()).then(
        () => true,
        () => false,
      );
}
