import { useState } from "react";
import type { Me } from "#contract/manage/accounts.ts";
import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import { Empty } from "../ui/Empty.tsx";
import { Loaded } from "../ui/Loaded.tsx";
import { PageTitle } from "../ui/PageTitle.tsx";
import { AddWebhookDialog } from "./AddWebhookDialog.tsx";
import { useWebhooks } from "./use-webhooks.ts";
import { WebhookCard } from "./WebhookCard.tsx";
import styles from "./WebhooksPage.module.css";

type WebhooksPageProps = {
  me: Me;
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
      <Loaded query={query}>
        {(webhooks) =>
          webhooks.length === 0 ? (
            <Empty>{t("webhooks.none")}</Empty>
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
      </Loaded>
      {isAdding && <AddWebhookDialog me={me} onClose={() => setIsAdding(false)} />}
    </>
  );
}
