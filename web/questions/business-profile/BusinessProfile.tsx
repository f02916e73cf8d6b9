import type { QuestionOf } from "#contract/interview/question.ts";
import { useForm } from "../../draft/use-form.ts";
import { t } from "../../translate.ts";
import { ChoiceField } from "../../ui/fields/ChoiceField.tsx";
import { SelectField } from "../../ui/fields/SelectField.tsx";
import styles from "../fields.module.css";

type BusinessProfileProps = { question: QuestionOf<"business-profile"> };

export function BusinessProfile({ question }: BusinessProfileProps) {
  const { form: profile, change } = useForm(question);
  const select = (name: "employees" | "locations") => (
    <SelectField
      label={question[name].label}
      placeholder={t("profile.choose")}
      options={question[name].options}
      value={profile[name]}
      onChange={(value) => change((newest) => ({ ...newest, [name]: value }))}
    />
  );
  return (
    <div className={styles.fields}>
      <div className={styles.pair}>
        {select("employees")}
        {select("locations")}
      </div>
      <ChoiceField
        legend={question.revenue.label}
        name={`${question.id}-revenue`}
        options={question.revenue.options}
        value={profile.revenue}
        onChange={(revenue) => change((newest) => ({ ...newest, revenue }))}
      />
    </div>
  );
}
