/** What the second bundle offers to the first. */
export { unlockDraft } from "../draft/on-device.ts";
export { InterviewApp } from "./InterviewApp.tsx";
