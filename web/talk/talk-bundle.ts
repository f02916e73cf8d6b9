/** "Talk it through" and "One at a time", fetched when the client opens one of them. */
export { TalkScreen } from "./TalkScreen.tsx";
export { learnWords } from "./talk-words.ts";
