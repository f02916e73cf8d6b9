/** Everything about the client's devices, fetched when it is needed. */
export { addLock } from "./add-lock.ts";
export { createDeviceFollower } from "./device-follower.ts";
export { learnWords } from "./device-words.ts";
export { HandOverDialog } from "./HandOverDialog.tsx";
export { SessionsDialog } from "./SessionsDialog.tsx";
