/** The ways in beside the access key: fetched with the press that needs one. */
export { EmailLink } from "./EmailLink.tsx";
export { ForgetDevice } from "./lock/ForgetDevice.tsx";
export { LockEntry } from "./lock/LockEntry.tsx";
