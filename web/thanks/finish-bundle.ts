/** What only a client who is done needs; fetched after everything that is needed to answer. */
export { Downloads } from "./Downloads.tsx";
export { ThanksPage } from "./ThanksPage.tsx";
