import { entryPlaces, type Interview, questionsOf } from "#contract/interview/interview.ts";
import type { LoadedRecord } from "../../api/firsthand-api.ts";
import type { MergeOutcome } from "../../draft/reconcile.ts";
import { t } from "../../translate.ts";
import type { NewToast } from "../../ui/feedback/toasts.ts";
import { listWords } from "../../ui/language/spoken-language.ts";

/** Titles beyond this number are only counted. */
const TITLES_MAX = 3;

/** Toasts about the answers that changed elsewhere, and about those that now have two versions. */
export function newsOfMerge(interview: Interview, { changed, contested }: MergeOutcome): NewToast[] {
  const toasts: NewToast[] = [];
  if (contested.length > 0) {
    const message = t("merge.contested.text", { questions: titlesOf(interview, contested) });
    toasts.push({ type: "info", title: t("merge.contested.title"), message, duration: CONTESTED_MS });
  }
  const others = changed.filter((id) => !contested.includes(id));
  if (others.length > 0) {
    const message = t("merge.changed.text", { questions: titlesOf(interview, others) });
    toasts.push({ type: "info", title: t("merge.changed.title"), message });
  }
  return toasts;
}

/** Longer than usual, because the toast asks the client to read something again. */
const CONTESTED_MS = 10_000;

type OpeningNews = MergeOutcome & { asideCount: number };

/** Toasts about what the client should know after the draft was put together. */
export function newsOfOpening(
  interview: Interview,
  { asideCount, ...reconciled }: OpeningNews,
  loaded: LoadedRecord | undefined,
): NewToast[] {
  const toasts = newsOfMerge(interview, reconciled);
  if (asideCount > 0)
    toasts.push({ type: "warning", title: t("device.aside.title"), message: t("device.aside.text") });
  const isRetired = (name: string) => !entryPlaces(interview).has(name);
  if (Object.keys(loaded?.record ?? {}).some(isRetired))
    toasts.push({ type: "info", title: t("record.retired.title"), message: t("record.retired.text") });
  return toasts;
}

function titlesOf(interview: Interview, ids: string[]): string {
  const titles = questionsOf(interview)
    .filter(({ id }) => ids.includes(id))
    .map(({ title }) => title);
  const rest = titles.length - TITLES_MAX;
  if (rest <= 0) return listWords(titles);
  return t("merge.andMore", { questions: titles.slice(0, TITLES_MAX).join(", "), count: rest });
}
