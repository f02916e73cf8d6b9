/** What a helper of the client meets in the place of the interview: fetched when one signs in. */
export { HelperScreen } from "./HelperScreen.tsx";
export { learnWords } from "./helping-words.ts";
export { interviewsOf } from "./interviews-of.ts";
export { SignedOutDialog } from "./SignedOutDialog.tsx";
