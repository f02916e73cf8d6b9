import { type Interview, questionsOf } from "#contract/interview/interview.ts";
import type { LoadInterview } from "../../api/firsthand-api.ts";
import { isAtRest } from "../../draft/draft.ts";
import type { DraftStore } from "../../draft/draft-store.ts";
import { isSameVersion } from "../../draft/earlier-version.ts";
import type { Sync } from "../../draft/sync.ts";
import { hashIn, type Interviews } from "../../language/interviews.ts";
import { t } from "../../translate.ts";
import type { NewToast } from "../../ui/feedback/toasts.ts";
import { currentLanguage } from "../../ui/language/spoken-language.ts";

type FollowVersionsOptions = {
  draft: Pick<DraftStore, "store" | "translate">;
  sync: Pick<Sync, "renew">;
  loadInterview: LoadInterview;
  isMicrophoneOn: () => boolean;
  /** The id of the question that has the focus. */
  findFocused: () => string | undefined;
  notify: (toast: NewToast) => void;
};

export type NewVersion = {
  /** Takes the version that the server asks the client now. */
  tell(interviews: Interviews): void;
  /** Switches to that version if nothing on the page is under way any more. */
  look(): void;
};

/** Switches to a version that was published meanwhile, as soon as nothing on the page is under way. */
export function followVersions(options: FollowVersionsOptions): NewVersion {
  const { draft, sync, loadInterview, isMicrophoneOn, findFocused, notify } = options;
  let wanted: Interviews | undefined;
  let isRenewing = false;

  function look(): void {
    const { isUnsynced, draft: entered } = draft.store.getState();
    if (!wanted || isRenewing || isUnsynced || !isAtRest(entered) || isMicrophoneOn()) return;
    isRenewing = true;
    void renew(wanted).finally(() => {
      isRenewing = false;
    });
  }

  async function renew(hashes: Interviews): Promise<void> {
    const { interview, hashes: shown } = draft.store.getState();
    const hash = hashIn(hashes, currentLanguage());
    if (shown && hash === hashIn(shown, currentLanguage())) {
      // the version differs in other languages only
      wanted = undefined;
      draft.translate(interview, hashes);
      return;
    }
    const loaded = await loadInterview(hash);
    if (!loaded.ok) return;
    const definition = loaded.data;
    // anything begun meanwhile goes first; `look` is called again when it ends
    const isTime = () => !isMicrophoneOn() && staysInHand(definition);
    if (!isTime() || !(await sync.renew({ definition, hashes }, isTime))) return;
    wanted = undefined;
    notify({ type: "info", title: t("interview.renewed.title"), message: t("interview.renewed.text") });
  }

  /** False if the new version lacks the question that has the focus, where the client may be about to type. */
  function staysInHand(definition: Interview): boolean {
    const focused = findFocused();
    return focused === undefined || questionsOf(definition).some(({ id }) => id === focused);
  }

  return {
    tell(interviews) {
      wanted = isSameVersion(interviews, draft.store.getState().hashes) ? undefined : interviews;
      look();
    },
    look,
  };
}
