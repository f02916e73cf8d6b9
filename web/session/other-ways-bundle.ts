/** The ways to sign in besides the access key, fetched when one is needed. */
export { EmailLink } from "./EmailLink.tsx";
export { ForgetDevice } from "./lock/ForgetDevice.tsx";
export { LockEntry } from "./lock/LockEntry.tsx";
