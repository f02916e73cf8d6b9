import type { QuestionOf } from "#contract/interview/interview.ts";
import { useDraft, useDraftStore } from "../draft/use-draft.ts";
import { t } from "../translate.ts";
import { ChoiceField } from "../ui/fields/ChoiceField.tsx";
import { SelectField } from "../ui/fields/SelectField.tsx";
import styles from "./fields.module.css";

type BusinessProfileFieldsProps = { question: QuestionOf<"business-profile"> };

export function BusinessProfileFields({ question }: BusinessProfileFieldsProps) {
  const { dispatch } = useDraftStore();
  const profile = useDraft((state) => state.draft.answers.forms.businessProfile);
  const select = (name: "employees" | "locations") => (
    <SelectField
      label={question[name].label}
      placeholder={t("profile.choose")}
      options={question[name].options}
      value={profile[name]}
      onChange={(value) => dispatch({ type: "profile-changed", profile: { [name]: value } })}
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
        onChange={(revenue) => dispatch({ type: "profile-changed", profile: { revenue } })}
      />
    </div>
  );
}
