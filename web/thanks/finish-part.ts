/** What only a client who is done needs; it comes after everything that is needed to answer. */
export { answersFile } from "../review/answers-file.ts";
export { ThanksPage } from "./ThanksPage.tsx";
