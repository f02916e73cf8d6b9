import "../ui/serif/serif.css";
import words from "#contract/messages/client/en.json?compiled=rest";
import { addIcons } from "../ui/icon-paths.ts";
import { addWords } from "../ui/language/spoken-language.ts";
import { moreIconPaths } from "../ui/more-icon-paths.ts";

/** What the bundle for after sign-in exports to the first bundle. */
export { loadInterview } from "../api/firsthand-api.ts";
export { unlockDraft } from "../draft/on-device.ts";
export { InterviewApp } from "./InterviewApp.tsx";

addIcons(moreIconPaths);
addWords("en", words);
