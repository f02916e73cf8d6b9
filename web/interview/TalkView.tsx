import { useDraft } from "../draft/use-draft.ts";
import { t } from "../translate.ts";
import { SaveState } from "./Header.tsx";
import { minutesLeft } from "./time-left.ts";
import { usePageTitle } from "./use-page-title.ts";
import { useVisibleInterview } from "./use-visible-interview.ts";
import { useActions, useOpenDialog, useSaving } from "./workspace/use-actions.ts";
import type { TalkBundle } from "./workspace/workspace.ts";

type TalkModule = NonNullable<ReturnType<TalkBundle["store"]["getState"]>["module"]>;
type TalkViewProps = { talk: TalkModule; clientName: string; providerName: string; isSpoken: boolean };

/** The view "Talk it through" or "One at a time", which replaces the sections. */
export function TalkView({ talk: { TalkScreen }, clientName, providerName, isSpoken }: TalkViewProps) {
  usePageTitle(t(isSpoken ? "menu.talk" : "menu.one"), providerName);
  const { closeTalk, openReview, save, submit } = useActions();
  const interview = useVisibleInterview();
  const minutes = useDraft(({ completion }) => minutesLeft(interview, completion.open));
  const saving = useSaving();
  const isCovered = useOpenDialog() !== undefined;
  return (
    <TalkScreen
      saveState={<SaveState />}
      host={{
        clientName,
        isSpoken,
        minutesLeft: minutes,
        saving,
        isCovered,
        onClosed: closeTalk,
        onReview: openReview,
        onSave: () => void save(),
        onSubmit: () => void submit(),
      }}
    />
  );
}
