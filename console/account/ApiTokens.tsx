import type { ApiToken, Me } from "#contract/manage/accounts.ts";
import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import { Failure } from "../ui/Failure.tsx";
import { Instant } from "../ui/Instant.tsx";
import { Loaded } from "../ui/Loaded.tsx";
import { Part } from "../ui/Part.tsx";
import { Table } from "../ui/Table.tsx";
import { AddApiToken } from "./AddApiToken.tsx";
import styles from "./ApiTokens.module.css";
import { useApiTokens, useRevokeApiToken } from "./use-account.ts";

export function ApiTokens({ me }: { me: Me }) {
  const query = useApiTokens();
  const revoking = useRevokeApiToken();
  return (
    <>
      <Part title={t("account.token.new")}>
        <p>{t("account.tokensHint")}</p>
        <AddApiToken me={me} />
      </Part>
      <Part title={t("account.tokens")}>
        <Failure error={revoking.error} />
        <Loaded query={query}>
          {(tokens) =>
            tokens.length > 0 ? (
              <Tokens tokens={tokens} onRevoke={revoking.mutate} />
            ) : (
              <p>{t("account.token.none")}</p>
            )
          }
        </Loaded>
      </Part>
    </>
  );
}

type TokensProps = { tokens: ApiToken[]; onRevoke: (tokenId: string) => void };

function Tokens({ tokens, onRevoke }: TokensProps) {
  return (
    <Table
      caption={t("account.tokens")}
      heads={[
        t("account.token.name"),
        t("account.token.scopes"),
        t("account.token.lastUsed"),
        t("account.token.ends"),
      ]}
      hasActs
    >
      {tokens.map((token) => (
        <TokenLine key={token.tokenId} token={token} onRevoke={() => onRevoke(token.tokenId)} />
      ))}
    </Table>
  );
}

function TokenLine({ token, onRevoke }: { token: ApiToken; onRevoke: () => void }) {
  return (
    <tr>
      <th scope="row">{token.name}</th>
      <td>
        <ul className={styles.scopes}>
          {token.scopes.map((scope) => (
            <li key={scope}>
              <code>{scope}</code>
            </li>
          ))}
        </ul>
      </td>
      <td>
        <Instant at={token.lastUsedAt} never={t("clients.never")} />
      </td>
      <td>
        <Instant at={token.expiresAt} never={t("clients.never")} />
      </td>
      <td>
        <Button size="small" variant="danger" onClick={onRevoke}>
          {t("account.token.revoke")}
          <span className="visually-hidden"> {token.name}</span>
        </Button>
      </td>
    </tr>
  );
}
