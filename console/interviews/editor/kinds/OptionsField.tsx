import type { ClipboardEvent, KeyboardEvent } from "react";
import { useRef } from "react";
import { flushSync } from "react-dom";
import {
  type DraftOption,
  type DraftText,
  isMissing,
  textIn,
  withTextIn,
} from "#contract/manage/interview-draft/draft.ts";
import { Button } from "../../../../web/ui/Button.tsx";
import { t } from "../../../translate.ts";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { newOptionValue } from "../new-ids.ts";
import { useEditor } from "../use-editor.ts";
import styles from "./OptionsField.module.css";

type OptionsFieldProps = {
  ownerId: string;
  /** The path of the options in the card, such as `options`. */
  field: string;
  label: string;
  options: DraftOption[];
  /** `field` is the field being typed in. */
  onChange: (options: DraftOption[], field?: string) => void;
};

/**
 * Edits the options of a question, one per line. Enter adds an option, Alt with an arrow key moves one, and pasting
 * several lines adds several. An option's stored value stays the same when its label changes.
 */
export function OptionsField({ ownerId, field, label, options, onChange }: OptionsFieldProps) {
  const { languages, language, isReadOnly, faultOf, leave } = useEditor();
  const list = useRef<HTMLUListElement>(null);
  const [first = language] = languages;
  const written = (words: string, text: DraftText = "") => withTextIn(text, { language, languages }, words);
  const focus = (at: number) => list.current?.querySelectorAll("input").item(at)?.focus();
  /** Renders synchronously, so that further typing does not go into the previous option. */
  const putAndFocus = (changed: DraftOption[], at: number) => {
    flushSync(() => onChange(changed));
    focus(at);
  };

  function insert(at: number, lines: string[]): void {
    const added = lines.map((line) => ({ value: newOptionValue(), label: written(line) }));
    putAndFocus(options.toSpliced(at, 0, ...added), at + lines.length - 1);
  }

  /** Moves to the next option if it is empty, or else to a new one. */
  function goOn(at: number): void {
    const next = options[at];
    if (next && textIn(next.label, language) === "") focus(at);
    else insert(at, [""]);
  }

  function remove(at: number): void {
    putAndFocus(options.toSpliced(at, 1), Math.max(at - 1, 0));
  }

  function press(event: KeyboardEvent, at: number): void {
    const { key, altKey, nativeEvent } = event;
    const to = key === "ArrowUp" ? at - 1 : key === "ArrowDown" ? at + 1 : undefined;
    const option = options[at];
    if (altKey && option && to !== undefined && to >= 0 && to < options.length) {
      putAndFocus(options.toSpliced(at, 1).toSpliced(to, 0, option), to);
    } else if (key === "Enter" && !nativeEvent.isComposing) goOn(at + 1);
    else return;
    event.preventDefault();
  }

  function paste(event: ClipboardEvent, at: number): void {
    const lines = event.clipboardData
      .getData("text/plain")
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== "");
    if (lines.length < 2) return;
    event.preventDefault();
    const isEmpty = textIn(options[at]?.label, language) === "";
    const [own, ...others] = isEmpty ? lines : ["", ...lines];
    const added = others.map((line) => ({ value: newOptionValue(), label: written(line) }));
    const filled = options.map((option, place) =>
      place === at && isEmpty ? { ...option, label: written(own ?? "", option.label) } : option,
    );
    putAndFocus(filled.toSpliced(at + 1, 0, ...added), at + added.length);
  }

  const listFault = faultOf(ownerId, field);
  return (
    <fieldset className={styles.options} disabled={isReadOnly}>
      <legend className={styles.label}>{label}</legend>
      <ul ref={list} className={styles.list}>
        {options.map(({ value, label: text }, at) => {
          const fault = faultOf(ownerId, `${field}.${at}.label`);
          const words = textIn(text, language);
          return (
            <li key={value} className={styles.option}>
              <TextField
                label={t("editor.option", { number: at + 1 })}
                labelHidden
                lang={language}
                value={words}
                placeholder={
                  language === first ? t("editor.option", { number: at + 1 }) : textIn(text, first)
                }
                error={fault && language === first ? t(`editor.fault.${fault}`) : undefined}
                onChange={({ currentTarget }) =>
                  onChange(
                    options.with(at, { value, label: written(currentTarget.value, text) }),
                    `${ownerId}.${field}.${value}.${language}`,
                  )
                }
                {...(isMissing(text, { first, language }) && { "data-missing": "" })}
                onKeyDown={(event) => press(event, at)}
                onPaste={(event) => paste(event, at)}
                onBlur={() => leave(ownerId, `${field}.${at}.label`)}
              />
              <Button
                variant="quiet"
                size="small"
                iconOnly
                icon="close"
                label={t("editor.removeOption", { name: words || String(at + 1) })}
                onClick={() => remove(at)}
              />
            </li>
          );
        })}
      </ul>
      {listFault && (
        <p role="alert" className={styles.fault}>
          {t(`editor.fault.${listFault}`)}
        </p>
      )}
      <Button size="small" icon="plus" onClick={() => insert(options.length, [""])}>
        {t("editor.addOption")}
      </Button>
    </fieldset>
  );
}
