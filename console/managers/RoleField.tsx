import { type Role, roles } from "#contract/manage/accounts.ts";
import { t } from "../translate.ts";
import styles from "./RoleField.module.css";

type RoleFieldProps = { chosen: Role };

export function RoleField({ chosen }: RoleFieldProps) {
  return (
    <fieldset className={styles.roles}>
      <legend>{t("managers.role")}</legend>
      {roles.map((role) => (
        <label key={role} className={styles.role}>
          <input type="radio" name="role" value={role} defaultChecked={role === chosen} />
          <span>
            {t(`managers.role.${role}`)}
            <small>{t(`managers.roleHint.${role}`)}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
