import { type Interview, questionsOf } from "#contract/interview/interview.ts";
import type { LoadInterview } from "../api/firsthand-api.ts";
import { isAtRest } from "../draft/draft.ts";
import type { DraftStore } from "../draft/draft-store.ts";
import { isSameVersion } from "../draft/earlier-version.ts";
import type { Sync } from "../draft/sync.ts";
import { hashIn, type Interviews } from "../language/interviews.ts";
import { t } from "../translate.ts";
import type { NewToast } from "../ui/feedback/toasts.ts";
import { spoken } from "../ui/language/spoken-language.ts";

type Following = {
  draft: Pick<DraftStore, "store" | "translate">;
  sync: Pick<Sync, "renew">;
  loadInterview: LoadInterview;
  isMicrophoneOn: () => boolean;
  /** The id of the question that has the focus. */
  findFocused: () => string | undefined;
  notify: (toast: NewToast) => void;
};

export type NewVersion = {
  /** The server has said what the client is asked now. */
  tell(interviews: Interviews): void;
  /** Something may have come to rest. */
  look(): void;
};

/** Goes on with a version that was published meanwhile, as soon as nothing on the page is under way. */
export function followVersions(following: Following): NewVersion {
  const { draft, sync, loadInterview, isMicrophoneOn, findFocused, notify } = following;
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
    const hash = hashIn(hashes, spoken());
    if (shown && hash === hashIn(shown, spoken())) {
      // nothing that is read here has changed
      wanted = undefined;
      draft.translate(interview, hashes);
      return;
    }
    const loaded = await loadInterview(hash);
    if (!loaded.ok) return;
    const definition = loaded.data;
    // what has begun meanwhile goes first, and its end brings the next look
    const isTime = () => !isMicrophoneOn() && staysInHand(definition);
    if (!isTime() || !(await sync.renew({ definition, hashes }, isTime))) return;
    wanted = undefined;
    notify({ type: "info", title: t("interview.renewed.title"), message: t("interview.renewed.text") });
  }

  /** Where the client is about to type, nothing is taken away. */
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
