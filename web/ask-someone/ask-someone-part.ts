/** How a client asks others for answers: fetched with the press that needs it, or with the news of what others added. */
export { HelpersDialog } from "./HelpersDialog.tsx";
export { newsOfHelpers } from "./helper-news.ts";
export { learnWords } from "./helpers-words.ts";
