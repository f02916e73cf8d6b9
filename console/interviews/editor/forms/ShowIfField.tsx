import { memo, useMemo } from "react";
import type { ShowIf, ShowTest } from "#contract/interview/condition.ts";
import { comparableValues } from "#contract/interview/definitions/condition-faults.ts";
import { isQuestion, type Question } from "#contract/interview/question.ts";
import { draftIn } from "#contract/manage/interview-draft/draft.ts";
import { Button } from "../../../../web/ui/Button.tsx";
import { t } from "../../../translate.ts";
import { PickField } from "../../../ui/fields/PickField.tsx";
import { useEditor } from "../use-editor.ts";
import { isKnown, valueWords } from "./condition-words.ts";
import styles from "./EditorForm.module.css";
import { useLineFocus } from "./use-line-focus.ts";

const TESTS_MAX = 10;

type ShowIfFieldProps = {
  /** The ID of the card or section. Conditions can name only earlier questions. */
  ownerId: string;
  showIf: ShowIf | undefined;
  what: "question" | "section";
  onChange: (showIf: ShowIf | undefined) => void;
};

/** Edits the condition of a question or section, as a sentence made of menus. */
export const ShowIfField = memo(function ShowIfField(props: ShowIfFieldProps) {
  const { ownerId, showIf, what, onChange } = props;
  const { rested, language, isReadOnly, faultOf } = useEditor();
  const { part, putAndFocus } = useLineFocus();
  const earlier = useMemo(
    () => earlierQuestions(draftIn(rested, language).sections, ownerId),
    [rested, language, ownerId],
  );
  const [firstQuestion] = earlier;
  if (!showIf && (!firstQuestion || isReadOnly)) return null;
  const tests = showIf?.tests ?? [];
  const put = (changed: ShowTest[]) =>
    onChange(changed.length > 0 ? { match: showIf?.match ?? "all", tests: changed } : undefined);
  const add = () => {
    if (firstQuestion) put([...tests, { question: firstQuestion.id, is: "answered" }]);
  };
  return (
    <fieldset ref={part} className={styles.part}>
      <legend>{t(`editor.showIf.${what}`)}</legend>
      {showIf && tests.length > 1 && (
        <PickField
          label={t("editor.match")}
          value={showIf.match}
          options={(["all", "any"] as const).map((value) => ({ value, label: t(`editor.match.${value}`) }))}
          onChange={({ currentTarget }) =>
            onChange({ ...showIf, match: currentTarget.value === "any" ? "any" : "all" })
          }
        />
      )}
      {tests.length > 0 && (
        <ul className={styles.list}>
          {tests.map((test, at) => {
            const fault =
              faultOf(ownerId, `showIf.tests.${at}.question`) ?? faultOf(ownerId, `showIf.tests.${at}.value`);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no ID
              <li key={at} className={styles.pair}>
                <TestFields
                  test={test}
                  earlier={earlier}
                  error={fault && t(`editor.fault.${fault}`)}
                  onChange={(changed) => put(tests.with(at, changed))}
                />
                <Button
                  variant="quiet"
                  size="small"
                  iconOnly
                  icon="close"
                  label={t("editor.removeTest", { number: at + 1 })}
                  onClick={() => putAndFocus(() => put(tests.toSpliced(at, 1)), Math.max(at - 1, 0))}
                />
              </li>
            );
          })}
        </ul>
      )}
      {tests.length === 0 && <p className={styles.hint}>{t("editor.always")}</p>}
      {tests.length < TESTS_MAX && firstQuestion && (
        <Button size="small" icon="plus" onClick={() => putAndFocus(add, tests.length)}>
          {t(tests.length === 0 ? "editor.addShowIf" : "editor.addTest")}
        </Button>
      )}
    </fieldset>
  );
});

type TestFieldsProps = {
  test: ShowTest;
  earlier: Question[];
  error: string | undefined;
  onChange: (test: ShowTest) => void;
};

function TestFields({ test, earlier, error, onChange }: TestFieldsProps) {
  const question = earlier.find(({ id }) => id === test.question);
  const values = question ? comparableValues(question) : [];
  const chosen = `${test.not ? "not " : ""}${test.is === "answered" ? "answered" : `value ${test.value}`}`;
  const choices = [
    "answered",
    "not answered",
    ...values.flatMap((value) => [`value ${value}`, `not value ${value}`]),
  ];
  return (
    <div className={styles.list}>
      <PickField
        label={t("editor.test.question")}
        value={test.question}
        error={error}
        options={[
          ...earlier.map(({ id, title }) => ({ value: id, label: title || t("editor.untitled") })),
          ...(isKnown(test.question, earlier)
            ? []
            : [{ value: test.question, label: t("editor.test.gone") }]),
        ]}
        onChange={({ currentTarget }) => onChange({ question: currentTarget.value, is: "answered" })}
      />
      <PickField
        label={t("editor.test.answer")}
        value={chosen}
        options={[...choices, ...(choices.includes(chosen) ? [] : [chosen])].map((choice) => ({
          value: choice,
          label: choiceWords(choice, question),
        }))}
        onChange={({ currentTarget }) => onChange(testOf(test.question, currentTarget.value))}
      />
    </div>
  );
}

function choiceWords(choice: string, question: Question | undefined): string {
  const isNot = choice.startsWith("not ");
  const rest = isNot ? choice.slice("not ".length) : choice;
  if (rest === "answered") return t(isNot ? "editor.test.notAnswered" : "editor.test.answered");
  const value = rest.slice("value ".length);
  const words = question ? valueWords(question, value) : value;
  return t(isNot ? "editor.test.notValue" : "editor.test.value", { value: words });
}

/** Single-choice and multiple-choice answers use the same test: whether they include the value. */
function testOf(question: string, choice: string): ShowTest {
  const isNot = choice.startsWith("not ");
  const rest = isNot ? choice.slice("not ".length) : choice;
  const common = { question, ...(isNot && { not: true as const }) };
  if (rest === "answered") return { ...common, is: "answered" };
  return { ...common, is: "includes", value: rest.slice("value ".length) };
}

/** The questions before a card or section. */
function earlierQuestions(
  sections: { id: string; questions: ({ id: string } & Parameters<typeof isQuestion>[0])[] }[],
  ownerId: string,
): Question[] {
  const earlier: Question[] = [];
  for (const { id, questions } of sections) {
    if (id === ownerId) break;
    for (const card of questions) {
      if (card.id === ownerId) return earlier;
      if (isQuestion(card)) earlier.push(card);
    }
  }
  return earlier;
}
