import type { ApiToken, CurrentManager } from "#contract/manage/accounts.ts";
import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import { Panel } from "../ui/Panel.tsx";
import { QueryView } from "../ui/QueryView.tsx";
import { Table } from "../ui/Table.tsx";
import { RelativeTime } from "../ui/time/RelativeTime.tsx";
import { AddApiToken } from "./AddApiToken.tsx";
import styles from "./ApiTokens.module.css";
import { useApiTokens, useRevokeApiToken } from "./use-account.ts";

export function ApiTokens({ me }: { me: CurrentManager }) {
  const query = useApiTokens();
  const revoking = useRevokeApiToken();
  return (
    <>
      <Panel title={t("account.token.new")}>
        <p>
          {t("account.tokensHint")}{" "}
          <a href="/api" target="_blank" rel="noreferrer">
            {t("account.token.reference")}
          </a>
        </p>
        <AddApiToken me={me} />
      </Panel>
      <Panel title={t("account.tokens")}>
        <ErrorMessage error={revoking.error} />
        <QueryView query={query}>
          {(tokens) =>
            tokens.length > 0 ? (
              <Tokens tokens={tokens} onRevoke={revoking.mutate} />
            ) : (
              <p>{t("account.token.none")}</p>
            )
          }
        </QueryView>
      </Panel>
    </>
  );
}

type TokensProps = { tokens: ApiToken[]; onRevoke: (tokenId: string) => void };

function Tokens({ tokens, onRevoke }: TokensProps) {
  return (
    <Table
      caption={t("account.tokens")}
      titles={t("account.token.name")}
      columns={{
        scopes: t("account.token.scopes"),
        lastUsed: t("account.token.lastUsed"),
        ends: t("account.token.ends"),
      }}
      rows={tokens.map(({ tokenId, name, scopes, lastUsedAt, expiresAt }) => ({
        id: tokenId,
        title: name,
        cells: {
          scopes: <Scopes scopes={scopes} />,
          lastUsed: <RelativeTime at={lastUsedAt} never={t("clients.never")} />,
          ends: <RelativeTime at={expiresAt} never={t("clients.never")} />,
        },
        acts: (
          <Button size="small" variant="danger" onClick={() => onRevoke(tokenId)}>
            {t("account.token.revoke")}
            <span className="visually-hidden"> {name}</span>
          </Button>
        ),
      }))}
    />
  );
}

function Scopes({ scopes }: Pick<ApiToken, "scopes">) {
  return (
    <ul className={styles.scopes}>
      {scopes.map((scope) => (
        <li key={scope}>
          <code>{scope}</code>
        </li>
      ))}
    </ul>
  );
}
