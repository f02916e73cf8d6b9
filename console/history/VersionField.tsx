import type { HistoryStep } from "#contract/manage/history.ts";
import { dateWords } from "../../web/ui/language/spoken-language.ts";
import { deviceWords } from "../timeline/entry-words.ts";
import { t } from "../translate.ts";
import { PickField } from "../ui/fields/PickField.tsx";
import { NOTHING, type Version } from "./chosen-steps.ts";

type VersionFieldProps = {
  label: string;
  /** The versions, newest first. */
  steps: readonly HistoryStep[];
  chosen: Version;
  /** Whether the empty state before the first save can be chosen. */
  hasNothing?: boolean;
  onChoose: (revision: number) => void;
};

/** Chooses a version to compare, and shows its device and the client's progress. */
export function VersionField({ label, steps, chosen, hasNothing = false, onChoose }: VersionFieldProps) {
  const options = steps.map((step) => ({ value: String(step.revision), label: instantOf(step) }));
  const nothing = { value: String(NOTHING), label: t("history.nothing") };
  return (
    <PickField
      label={label}
      options={hasNothing ? [...options, nothing] : options}
      value={String(chosen?.revision ?? NOTHING)}
      hint={chosen && factsOf(chosen)}
      onChange={(event) => onChoose(Number(event.currentTarget.value))}
    />
  );
}

/** With seconds, because saves can follow each other closely. */
function instantOf({ savedAt }: HistoryStep): string {
  return dateWords(new Date(savedAt), { dateStyle: "medium", timeStyle: "medium" });
}

function factsOf({ device, completed, total, submittedAt, isRecord }: HistoryStep): string {
  return [
    device === null ? undefined : deviceOf(device),
    t("clients.progress", { completed, total }),
    submittedAt === null ? undefined : t("client.submitted"),
    isRecord ? t("history.now") : undefined,
  ]
    .filter((words) => words !== undefined)
    .join(" · ");
}

function deviceOf(device: string): string {
  if (device === "server") return t("history.transcript");
  return device === "helper" ? t("history.helper") : deviceWords(device);
}
