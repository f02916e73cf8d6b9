import { useStore } from "zustand";
import { useDraftStore } from "../draft/use-draft.ts";
import type { FileFormat } from "../review/answers-file.ts";
import { saveFile } from "../review/save-file.ts";
import { useWorkspace } from "./use-actions.ts";

/** The part for clients who are done, once it is there, and downloads of all that they entered. */
export function useFinish(clientName: string) {
  const part = useWorkspace().finish;
  const { interview, store } = useDraftStore();
  /** False where the part cannot be fetched. */
  async function onDownload(format: FileFormat): Promise<boolean> {
    if (!part.store.getState().module) part.start();
    const module = await part.find();
    if (!module) return false;
    const state = store.getState();
    saveFile(module.answersFile(format, { clientName, interview, state, now: new Date() }));
    return true;
  }
  return { finish: useStore(part.store).module, onDownload };
}
