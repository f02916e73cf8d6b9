import type { Delivery, Webhook } from "#contract/manage/webhooks/webhooks.ts";
import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import { QueryView } from "../ui/QueryView.tsx";
import { Table } from "../ui/Table.tsx";
import { RelativeTime } from "../ui/time/RelativeTime.tsx";
import { outcomeOf } from "./delivery-words.ts";
import { useDeliveries, useRedeliver } from "./use-webhooks.ts";

type DeliveryLogProps = { webhook: Webhook };

/** The deliveries of the newest messages. */
export function DeliveryLog({ webhook: { webhookId } }: DeliveryLogProps) {
  const query = useDeliveries(webhookId);
  const redelivering = useRedeliver(webhookId);
  return (
    <>
      <ErrorMessage error={redelivering.error} />
      <QueryView query={query}>
        {(deliveries) => <DeliveryTable deliveries={deliveries} onAgain={redelivering.mutate} />}
      </QueryView>
    </>
  );
}

type DeliveryTableProps = { deliveries: Delivery[]; onAgain: (messageId: string) => void };

function DeliveryTable({ deliveries, onAgain }: DeliveryTableProps) {
  if (deliveries.length === 0) return <p>{t("deliveries.none")}</p>;
  return (
    <Table
      caption={t("deliveries.title")}
      titles={t("deliveries.kind")}
      columns={{
        created: t("deliveries.created"),
        state: t("deliveries.state"),
        last: t("deliveries.last"),
      }}
      rows={deliveries.map((delivery) => {
        const { messageId, kind, createdAt, state, attempts } = delivery;
        return {
          id: messageId,
          title: kind,
          note: messageId,
          cells: {
            created: <RelativeTime at={createdAt} never="" />,
            state: t(`deliveries.state.${state}`, { attempts }),
            last: outcomeOf(delivery),
          },
          acts: state !== "waiting" && (
            <Button size="small" onClick={() => onAgain(messageId)}>
              {t("deliveries.again")}
              <span className="visually-hidden"> {messageId}</span>
            </Button>
          ),
        };
      })}
    />
  );
}
