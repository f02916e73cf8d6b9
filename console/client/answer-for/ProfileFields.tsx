import type { QuestionOf } from "#contract/interview/interview.ts";
import type { BusinessProfileEntry } from "#contract/record/record.ts";
import { SelectField } from "../../../web/ui/fields/SelectField.tsx";
import { t } from "../../translate.ts";

type ProfileFieldsProps = {
  question: QuestionOf<"business-profile">;
  profile: BusinessProfileEntry;
  onChange: (profile: BusinessProfileEntry) => void;
};

export function ProfileFields({ question, profile, onChange }: ProfileFieldsProps) {
  return (["employees", "locations", "revenue"] as const).map((name) => (
    <SelectField
      key={name}
      label={question[name].label}
      placeholder={t("answerFor.choose")}
      options={question[name].options}
      value={profile[name]}
      onChange={(value) => onChange({ ...profile, [name]: value })}
    />
  ));
}
