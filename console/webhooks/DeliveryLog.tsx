import type { Delivery, Webhook } from "#contract/manage/webhooks/webhooks.ts";
import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import { Failure } from "../ui/Failure.tsx";
import { Instant } from "../ui/Instant.tsx";
import { Loaded } from "../ui/Loaded.tsx";
import { Table } from "../ui/Table.tsx";
import { outcomeOf } from "./delivery-words.ts";
import { useDeliveries, useRedeliver } from "./use-webhooks.ts";

type DeliveryLogProps = { webhook: Webhook };

/** The deliveries of the newest messages. */
export function DeliveryLog({ webhook: { webhookId } }: DeliveryLogProps) {
  const query = useDeliveries(webhookId);
  const redelivering = useRedeliver(webhookId);
  return (
    <>
      <Failure error={redelivering.error} />
      <Loaded query={query}>
        {(deliveries) => <Deliveries deliveries={deliveries} onAgain={redelivering.mutate} />}
      </Loaded>
    </>
  );
}

type DeliveriesProps = { deliveries: Delivery[]; onAgain: (messageId: string) => void };

function Deliveries({ deliveries, onAgain }: DeliveriesProps) {
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
            created: <Instant at={createdAt} never="" />,
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
