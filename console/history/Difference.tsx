import type { FormField } from "#contract/interview/kinds/kind.ts";
import { isFilled } from "#contract/manage/answers/brief.ts";
import type { QuestionDifference } from "#contract/manage/answers/differences.ts";
import { FieldValue } from "../client/answers/FieldValue.tsx";
import { fieldLabel } from "../client/answers/field-label.ts";
import { t } from "../translate.ts";
import { ChangedText } from "./ChangedText.tsx";
import type { ComparedAnswer, ComparedQuestion } from "./compared-words.ts";
import styles from "./Difference.module.css";

type DifferenceProps = { difference: ComparedQuestion };

/** The changes in one question: removed text is struck through, added text is marked. */
export function Difference({ difference: { title, sectionName, fields, answers } }: DifferenceProps) {
  return (
    <section className={styles.question}>
      <h2 className={styles.title}>
        {title} <small>{sectionName}</small>
      </h2>
      <ul className={styles.changes}>
        {fields.map((pair) => (
          <ChangedField key={labelOf(pair)} pair={pair} />
        ))}
        {answers.map((answer) => (
          <ChangedAnswer key={answer.id} answer={answer} />
        ))}
      </ul>
    </section>
  );
}

type Pair = QuestionDifference["fields"][number];

function ChangedField({ pair }: { pair: Pair }) {
  const { before, after } = pair;
  return (
    <li>
      {labelOf(pair)}:{" "}
      {before && isFilled(before) && (
        <>
          <ChangeLabel words={t("history.was")} />
          <del>
            <FieldValue field={before} />
          </del>
        </>
      )}{" "}
      {after && isFilled(after) && (
        <>
          <ChangeLabel words={t("history.is")} />
          <ins>
            <FieldValue field={after} />
          </ins>
        </>
      )}
    </li>
  );
}

function ChangedAnswer({ answer }: { answer: ComparedAnswer }) {
  return (
    <li className={styles.answer}>
      <span className={styles.kind}>{t(`history.${answer.kind}`)}</span>
      <ChangedText {...answer} />
    </li>
  );
}

/** Announced because not every screen reader announces strikethrough. */
function ChangeLabel({ words }: { words: string }) {
  return <span className="visually-hidden">{words}: </span>;
}

function labelOf({ before, after }: Pair): string {
  return fieldLabel((after ?? before) as FormField);
}
