import { type SubmitEvent, useState } from "react";
import {
  type CustomField,
  FIELD_NAME_MAX_LENGTH,
  FIELD_OPTION_MAX_LENGTH,
  FIELD_OPTIONS_MAX,
  type FieldKind,
  fieldKinds,
} from "#contract/manage/fields.ts";
import { Button } from "../../web/ui/Button.tsx";
import { faultOf } from "../api/call-failure.ts";
import { t } from "../translate.ts";
import { FormDialog } from "../ui/dialogs/FormDialog.tsx";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import { Form } from "../ui/Form.tsx";
import { TextAreaField } from "../ui/fields/TextAreaField.tsx";
import { TextField } from "../ui/fields/TextField.tsx";
import { KindField } from "./KindField.tsx";
import { optionsIn } from "./options-in.ts";
import { useAddField, useChangeField } from "./use-fields.ts";

const OPTIONS_MAX_LENGTH = FIELD_OPTIONS_MAX * (FIELD_OPTION_MAX_LENGTH + 1);

type FieldDialogProps = {
  /** Undefined for a new field. */
  field?: CustomField;
  onClose: () => void;
};

export function FieldDialog({ field, onClose }: FieldDialogProps) {
  const adding = useAddField();
  const changing = useChangeField(field?.fieldId ?? "");
  const [kind, setKind] = useState<FieldKind>(field?.kind ?? "text");
  const { error, isPending } = field ? changing : adding;
  const submit = ({ currentTarget }: SubmitEvent<HTMLFormElement>) => {
    const form = new FormData(currentTarget);
    const name = String(form.get("name"));
    const options = kind === "choice" ? optionsIn(String(form.get("options"))) : [];
    if (field) changing.mutate({ name, options }, { onSuccess: onClose });
    else adding.mutate({ name, kind, options }, { onSuccess: onClose });
  };
  return (
    <FormDialog title={t(field ? "fields.editTitle" : "fields.add")} onClose={onClose}>
      <Form onSubmit={submit}>
        <TextField
          label={t("fields.name")}
          name="name"
          defaultValue={field?.name}
          maxLength={FIELD_NAME_MAX_LENGTH}
          error={faultOf(error, "name")}
          required
          data-autofocus=""
        />
        {!field && <KindField kinds={fieldKinds} kind={kind} onChange={setKind} />}
        {kind === "choice" && (
          <TextAreaField
            label={t("fields.options")}
            hint={t("fields.optionsHint")}
            name="options"
            rows={3}
            maxHeightPx={320}
            maxLength={OPTIONS_MAX_LENGTH}
            defaultValue={field?.options.join("\n")}
            error={faultOf(error, "options")}
            required
          />
        )}
        <ErrorMessage error={error} />
        <Button variant="primary" type="submit" busy={isPending}>
          {t(field ? "fields.save" : "fields.add")}
        </Button>
      </Form>
    </FormDialog>
  );
}
