import { type Role, roles } from "#contract/manage/accounts.ts";
import { t } from "../translate.ts";
import styles from "./RoleField.module.css";

type RoleFieldProps = { chosen: Role; onChoose?: (role: Role) => void };

export function RoleField({ chosen, onChoose }: RoleFieldProps) {
  return (
    <fieldset className={styles.roles}>
      <legend>{t("managers.role")}</legend>
      {roles.map((role) => (
        <label key={role} className={styles.role}>
          <input
            type="radio"
            name="role"
            value={role}
            defaultChecked={role === chosen}
            onChange={() => onChoose?.(role)}
          />
          <span>
            {t(`managers.role.${role}`)}
            <small>{t(`managers.roleHint.${role}`)}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
