/** How a client asks others for answers: fetched when it is opened, or to report what others have added. */
export { HelpersDialog } from "./HelpersDialog.tsx";
export { newsOfHelpers } from "./helper-news.ts";
export { learnWords } from "./helpers-words.ts";
