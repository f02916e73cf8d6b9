/** What replaces the interview for a helper of the client; fetched when a helper signs in. */
export { HelperScreen } from "./HelperScreen.tsx";
export { learnWords } from "./helping-words.ts";
export { interviewsOf } from "./interviews-of.ts";
export { SignedOutDialog } from "./SignedOutDialog.tsx";
