/** Talk it through and One at a time: fetched with the press that opens them. */
export { TalkScreen } from "./TalkScreen.tsx";
export { learnWords } from "./talk-words.ts";
