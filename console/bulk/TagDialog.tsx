import { useId } from "react";
import { TAG_MAX_LENGTH } from "#contract/manage/tags.ts";
import { useTags } from "../clients/use-tags.ts";
import { t } from "../translate.ts";
import { TextField } from "../ui/fields/TextField.tsx";
import { ActDialog, type ActDialogProps } from "./ActDialog.tsx";

/** Adds tags to clients, or removes tags. */
export function TagDialog(props: ActDialogProps) {
  const tags = useTags();
  const listId = useId();
  return (
    <ActDialog
      {...props}
      title={t("bulk.tagTitle", { count: props.total })}
      submit={t("bulk.tagSubmit")}
      actIn={(fields) => {
        const [add, remove] = [tagIn(fields, "add"), tagIn(fields, "remove")];
        return add.length + remove.length === 0 ? undefined : { action: "tag", add, remove };
      }}
    >
      <TextField
        label={t("bulk.tagAdd")}
        name="add"
        list={listId}
        maxLength={TAG_MAX_LENGTH}
        autoComplete="off"
        data-autofocus=""
      />
      <TextField
        label={t("bulk.tagRemove")}
        name="remove"
        list={listId}
        maxLength={TAG_MAX_LENGTH}
        autoComplete="off"
      />
      <datalist id={listId}>
        {tags.map(({ tagId, name }) => (
          <option key={tagId} value={name} />
        ))}
      </datalist>
    </ActDialog>
  );
}

function tagIn(fields: FormData, name: string): string[] {
  const tag = String(fields.get(name)).trim();
  return tag === "" ? [] : [tag];
}
