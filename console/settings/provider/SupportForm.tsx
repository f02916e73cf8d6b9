import { EMAIL_MAX_LENGTH } from "#contract/api/email.ts";
import {
  SUPPORT_PAGE_MAX_LENGTH,
  SUPPORT_PHONE_MAX_LENGTH,
} from "#contract/manage/settings/setting-values.ts";
import type { ShownSettings } from "#contract/manage/settings/settings.ts";
import { faultOf } from "../../api/call-failure.ts";
import { t } from "../../translate.ts";
import { TextField } from "../../ui/fields/TextField.tsx";
import { SettingForm } from "../SettingForm.tsx";

const FIELDS = [
  { name: "email", type: "email", maxLength: EMAIL_MAX_LENGTH },
  { name: "phone", type: "text", maxLength: SUPPORT_PHONE_MAX_LENGTH },
  { name: "page", type: "url", maxLength: SUPPORT_PAGE_MAX_LENGTH },
] as const;

/** Sets how clients who need help reach the provider. */
export function SupportForm({ shown }: { shown: ShownSettings }) {
  return (
    <SettingForm shown={shown} names={["support"]} read={supportIn}>
      {({ support }, error) =>
        FIELDS.map(({ name, type, maxLength }) => (
          <TextField
            key={name}
            label={t(`settings.support.${name}`)}
            name={name}
            type={type}
            autoComplete="off"
            maxLength={maxLength}
            defaultValue={support.value[name] ?? ""}
            error={faultOf(error, `settings.support.${name}`)}
          />
        ))
      }
    </SettingForm>
  );
}

function supportIn(form: FormData) {
  const textOf = (name: string) => String(form.get(name)).trim() || null;
  return { support: { email: textOf("email"), phone: textOf("phone"), page: textOf("page") } };
}
