import { t } from "../../../translate.ts";
import { LinesField } from "../forms/LinesField.tsx";
import type { DraftCardOf } from "./kind-forms.tsx";
import { SampleField } from "./SampleField.tsx";
import { useCardEdit } from "./use-card-edit.ts";

const LINES_MAX = 3;

type FreeAnswerFieldsProps = { card: DraftCardOf<"free-answer"> };

export function FreeAnswerFields({ card }: FreeAnswerFieldsProps) {
  const change = useCardEdit(card);
  return (
    <>
      <SampleField card={card} />
      <LinesField
        ownerId={card.id}
        field="hints"
        label={t("editor.hints")}
        hint={t("editor.hintsHint")}
        name="hint"
        lines={card.hints}
        max={LINES_MAX}
        onLines={(hints, field) => change({ hints }, field)}
      />
      <LinesField
        ownerId={card.id}
        field="probes"
        label={t("editor.probes")}
        hint={t("editor.probesHint")}
        name="probe"
        lines={card.probes}
        max={LINES_MAX}
        onLines={(probes, field) => change({ probes }, field)}
      />
    </>
  );
}
