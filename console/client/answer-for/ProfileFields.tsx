import type { BusinessProfileEntry } from "#contract/interview/kinds/business-profile.ts";
import type { QuestionOf } from "#contract/interview/question.ts";
import { SelectField } from "../../../web/ui/fields/SelectField.tsx";
import { t } from "../../translate.ts";

type ProfileFieldsProps = {
  question: QuestionOf<"business-profile">;
  entry: BusinessProfileEntry;
  onChange: (entry: BusinessProfileEntry) => void;
};

export function ProfileFields({ question, entry, onChange }: ProfileFieldsProps) {
  return (["employees", "locations", "revenue"] as const).map((name) => (
    <SelectField
      key={name}
      label={question[name].label}
      placeholder={t("answerFor.choose")}
      options={question[name].options}
      value={entry[name]}
      onChange={(value) => onChange({ ...entry, [name]: value })}
    />
  ));
}
