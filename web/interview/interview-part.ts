import "../ui/serif/serif.css";
import words from "#contract/messages/client/en.json?compiled=rest";
import { addWords } from "../ui/language/spoken-language.ts";

/** What the second bundle offers to the first. */
export { loadInterview } from "../api/firsthand-api.ts";
export { unlockDraft } from "../draft/on-device.ts";
export { InterviewApp } from "./InterviewApp.tsx";

addWords("en", words);
