import type { ClientSignIn } from "#contract/api/calls.ts";
import type { Interview } from "#contract/interview/interview.ts";
import { loadInterview, loadRecord } from "../../../web/api/firsthand-api.ts";
import type { Result } from "../../../web/api/result.ts";
import type { DeviceItems } from "../../../web/draft/device-items.ts";
import { type DraftStore, openDraft } from "../../../web/draft/draft-store.ts";
import { versionToOpen } from "../../../web/draft/earlier-version.ts";
import type { Journal } from "../../../web/draft/journal.ts";
import type { JournalEntry } from "../../../web/draft/journal-rows.ts";
import { createSync, type Sync, settleAttempt } from "../../../web/draft/sync.ts";
import { followVersions, type NewVersion } from "../../../web/interview/workspace/new-version.ts";
import { hashIn, type Interviews } from "../../../web/language/interviews.ts";

/**
 * Devices of one client, with the client's own draft, sync and versions, and a journal in memory. Their screens are
 * left out.
 */

/** The page that is open on a device. */
export type Page = { draft: DraftStore; sync: Sync; versions: NewVersion; token: string };

export type Device = {
  /** Undefined before the first sign-in and after a crash. */
  page: Page | undefined;
  /** The journal's content, as a reload finds it. */
  left: JournalEntry | undefined;
  isOffline: boolean;
};

export const newDevice = (): Device => ({ page: undefined, left: undefined, isOffline: false });

/** What releases without a journal left on a device: nothing. */
const NOTHING: DeviceItems = {
  read: async () => ({ forms: undefined, syncedForms: undefined, asideCount: 0 }),
  writeForms: async () => undefined,
  writeSynced: async () => undefined,
  changeInterview: () => undefined,
  clear: async () => undefined,
};

/** Opens a draft as `web/interview/workspace/workspace.ts` does. */
export async function signIn(
  device: Device,
  { accessToken: token, interviews = {} }: ClientSignIn,
  newId: () => string,
) {
  const today = { definition: dataOf(await loadInterview(hashIn(interviews, "en"))), hashes: interviews };
  const restored = device.left ? [{ ...device.left }] : [];
  const version = versionToOpen({ shown: today, restored, isOffline: false });
  for (const tabJournal of restored) {
    const attempt = tabJournal.server.unfinished;
    if (!attempt) continue;
    const settled = await settleAttempt(token, attempt);
    if (settled.kind === "unknown") continue;
    const synced =
      settled.kind === "saved" ? { ...settled.saved, record: attempt.record } : tabJournal.server.synced;
    tabJournal.server = { synced, unfinished: undefined };
  }
  const draft = await openDraft({
    interview: version.definition,
    hashes: version.hashes,
    items: NOTHING,
    journal: journalOf(device, restored),
    loaded: dataOf(await loadRecord(token, version.definition, { withTimes: true })),
    clock: Date.now,
    newId,
  });
  const sync = createSync({
    draft,
    findToken: async () => ({ ok: true, data: token }),
    alone: (act) => act(),
    onMerged: () => undefined,
    onSaved: () => undefined,
    onInterviews: (named) => versions.tell(named),
    seenAsk: () => undefined,
    isOffline: false,
    wait: async () => undefined,
    random: () => 0.5,
  });
  const versions = followVersions({
    draft,
    sync,
    loadInterview,
    isMicrophoneOn: () => false,
    findFocused: () => undefined,
    notify: () => undefined,
  });
  draft.store.subscribe(versions.look);
  device.page = { draft, sync, versions, token };
  versions.tell(interviews as Interviews);
}

function journalOf(device: Device, restored: Journal["restored"]): Journal {
  return {
    restored,
    asideCount: 0,
    health: { getState: () => ({ isKept: true }) } as Journal["health"],
    note(entry) {
      device.left = structuredClone(entry);
    },
    flush: async () => undefined,
    clear: async () => undefined,
    release: () => undefined,
  };
}

function dataOf<Data>(result: Result<Data>): Data {
  if (result.ok) return result.data;
  throw new Error(`${result.error.code}: ${result.error.message}`);
}

type Card = Interview["sections"][number]["questions"][number];

/** The question at this place among the ones that a page shows; counting continues at the first after the last. */
export function askedQuestion(interview: Interview, notAsked: readonly string[], place: number): Card {
  const all = interview.sections.flatMap((section) => section.questions);
  const asked = all.filter(({ id }) => !notAsked.includes(id));
  const question = asked[place % asked.length];
  if (!question) throw new Error("An interview without a question");
  return question;
}
