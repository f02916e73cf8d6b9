import words from "#contract/messages/en.json?compiled=rest";
import { speakEnglish } from "../translate.ts";

/** What the second bundle offers to the first. */
export { loadInterview } from "../api/firsthand-api.ts";
export { unlockDraft } from "../draft/on-device.ts";
export { InterviewApp } from "./InterviewApp.tsx";

speakEnglish(words);
