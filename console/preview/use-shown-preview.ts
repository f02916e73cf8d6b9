import { useEffect, useState } from "react";
import type { Workspace } from "../../web/interview/workspace/workspace.ts";
import { showLanguage } from "../../web/language/show-language.ts";
import { PREVIEW_READY, type PreviewShown, shownIn } from "./preview-messages.ts";
import { previewWorkspace } from "./preview-workspace.ts";

type OpenedPreview = {
  workspace: Workspace;
  shown: PreviewShown;
  /** A new key for each message. */
  key: number;
  /** The question to show once it is on the page. */
  goTo: string | undefined;
};

/** The workspace of the newest draft from the editor. Answers stay while the draft changes. */
export function useShownPreview(providerName: string): OpenedPreview | undefined {
  const [opened, setOpened] = useState<OpenedPreview>();

  useEffect(() => {
    let last: OpenedPreview | undefined;
    let count = 0;
    async function show(shown: PreviewShown): Promise<void> {
      const key = ++count;
      await showLanguage(shown.language).catch(() => undefined);
      const goesOn = last?.shown.run === shown.run;
      const record = (goesOn && last?.workspace.draft.store.getState().record) || {};
      const workspace = await previewWorkspace({ ...shown, record, providerName });
      // a newer message has arrived in the meantime
      if (key !== count) return workspace.close();
      const isMoved = JSON.stringify(last?.shown.at) !== JSON.stringify(shown.at);
      last?.workspace.close();
      last = { workspace, shown, key, goTo: isMoved ? shown.at?.questionId : undefined };
      if (shown.at) workspace.actions.openSection(shown.at.sectionId);
      setOpened(last);
    }
    const hear = (event: MessageEvent) => {
      const shown = shownIn(event, window.parent);
      if (shown) void show(shown);
    };
    window.addEventListener("message", hear);
    window.parent.postMessage(PREVIEW_READY, location.origin);
    return () => window.removeEventListener("message", hear);
  }, [providerName]);

  useEffect(() => {
    if (opened?.goTo !== undefined) opened.workspace.actions.openQuestion(opened.goTo);
  }, [opened]);

  return opened;
}
