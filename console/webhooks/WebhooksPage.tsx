import { useState } from "react";
import type { CurrentManager } from "#contract/manage/accounts.ts";
import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { PageTitle } from "../ui/PageTitle.tsx";
import { QueryView } from "../ui/QueryView.tsx";
import { AddWebhookDialog } from "./AddWebhookDialog.tsx";
import { useWebhooks } from "./use-webhooks.ts";
import { WebhookCard } from "./WebhookCard.tsx";
import styles from "./WebhooksPage.module.css";

type WebhooksPageProps = {
  me: CurrentManager;
  /** The ID of the webhook that the URL names. */
  openId: string | undefined;
};

/** The webhooks, for administrators. */
export function WebhooksPage({ me, openId }: WebhooksPageProps) {
  const query = useWebhooks();
  const [isAdding, setIsAdding] = useState(false);
  const add = (
    <Button variant="primary" icon="plus" onClick={() => setIsAdding(true)}>
      {t("webhooks.add")}
    </Button>
  );
  return (
    <>
      <PageTitle title={t("webhooks.title")} actions={add} />
      <p className={styles.what}>{t("webhooks.what")}</p>
      <QueryView query={query}>
        {(webhooks) =>
          webhooks.length === 0 ? (
            <EmptyState>{t("webhooks.none")}</EmptyState>
          ) : (
            webhooks.map((webhook) => (
              <WebhookCard
                key={webhook.webhookId}
                me={me}
                webhook={webhook}
                isNamed={webhook.webhookId === openId}
              />
            ))
          )
        }
      </QueryView>
      {isAdding && <AddWebhookDialog me={me} onClose={() => setIsAdding(false)} />}
    </>
  );
}
