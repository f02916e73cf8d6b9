import { useId } from "react";
import { scopeNames, type TokenScope } from "#contract/api/scopes.ts";
import { type MessageId, t } from "../translate.ts";
import styles from "./ScopeFields.module.css";

const WORDS: { [Name in TokenScope]: MessageId } = {
  "clients:read": "account.token.scope.clientsRead",
  "clients:write": "account.token.scope.clientsWrite",
  "answers:read": "account.token.scope.answersRead",
  "answers:write": "account.token.scope.answersWrite",
  "keys:write": "account.token.scope.keysWrite",
  "interviews:write": "account.token.scope.interviewsWrite",
};

type ScopeFieldsProps = { error: string | undefined; onChange: () => void };

/** Chooses the scopes of a token. The form data has them under `scopes`. */
export function ScopeFields({ error, onChange }: ScopeFieldsProps) {
  const errorId = useId();
  return (
    <fieldset className={styles.scopes} aria-describedby={error ? errorId : undefined}>
      <legend>{t("account.token.scopes")}</legend>
      {scopeNames.map((scope) => (
        <label key={scope} className={styles.scope}>
          <input type="checkbox" name="scopes" value={scope} onChange={onChange} />
          <span>
            {t(WORDS[scope])} <code>{scope}</code>
          </span>
        </label>
      ))}
      {error && (
        <p id={errorId} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
