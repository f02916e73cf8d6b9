import { type KeyboardEvent, useId, useState } from "react";
import { TAG_MAX_LENGTH } from "#contract/manage/tags.ts";
import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import styles from "./TagsField.module.css";
import { useTagNames } from "./use-add-client.ts";

type TagsFieldProps = {
  /** The existing tags. */
  given?: readonly string[];
  error?: string | undefined;
};

/** A field for tags. A comma or Enter ends a tag. `tagsIn` reads the tags, including an unfinished one. */
export function TagsField({ given = [], error }: TagsFieldProps) {
  const id = useId();
  const { data: known = [] } = useTagNames();
  const [tags, setTags] = useState<string[]>([...given]);
  const [text, setText] = useState("");

  const type = (typed: string) => {
    const [last = "", ...whole] = typed.split(",").reverse();
    const added = whole.map((tag) => tag.trim()).filter((tag) => tag !== "");
    if (added.length > 0) setTags((before) => [...new Set([...before, ...added.reverse()])]);
    setText(last);
  };
  const end = (event: KeyboardEvent) => {
    if (event.key === "Enter" && text.trim() !== "") {
      // Enter ends the tag instead of submitting the form
      event.preventDefault();
      type(`${text},`);
    }
    if (event.key === "Backspace" && text === "") setTags(tags.slice(0, -1));
  };
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {t("addClient.tags")}
      </label>
      <div className={styles.box}>
        {tags.map((tag) => (
          <span key={tag} className={styles.tag}>
            <bdi>{tag}</bdi>
            <input type="hidden" name="tags" value={tag} />
            <Button
              variant="quiet"
              size="small"
              iconOnly
              icon="close"
              label={t("addClient.tags.remove", { tag })}
              onClick={() => setTags(tags.filter((each) => each !== tag))}
            />
          </span>
        ))}
        <input
          id={id}
          className={styles.input}
          name="tags"
          list={`${id}-known`}
          value={text}
          maxLength={TAG_MAX_LENGTH}
          autoComplete="off"
          aria-describedby={`${id}-hint`}
          aria-invalid={error === undefined ? undefined : true}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={end}
        />
        <datalist id={`${id}-known`}>
          {known
            .filter((name) => !tags.includes(name))
            .map((name) => (
              <option key={name} value={name} />
            ))}
        </datalist>
      </div>
      <p id={`${id}-hint`} className={styles.hint} role={error === undefined ? undefined : "alert"}>
        {error ?? t("addClient.tags.hint")}
      </p>
    </div>
  );
}
