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

/** What became of the newest messages. */
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
      heads={[t("deliveries.kind"), t("deliveries.created"), t("deliveries.state"), t("deliveries.last")]}
      hasActs
    >
      {deliveries.map((delivery) => (
        <DeliveryLine
          key={delivery.messageId}
          delivery={delivery}
          onAgain={() => onAgain(delivery.messageId)}
        />
      ))}
    </Table>
  );
}

function DeliveryLine({ delivery, onAgain }: { delivery: Delivery; onAgain: () => void }) {
  const { messageId, kind, createdAt, state, attempts } = delivery;
  return (
    <tr>
      <th scope="row">
        {kind}
        <br />
        <small>{messageId}</small>
      </th>
      <td>
        <Instant at={createdAt} never="" />
      </td>
      <td>{t(`deliveries.state.${state}`, { attempts })}</td>
      <td>{outcomeOf(delivery)}</td>
      <td>
        {state !== "waiting" && (
          <Button size="small" onClick={onAgain}>
            {t("deliveries.again")}
            <span className="visually-hidden"> {messageId}</span>
          </Button>
        )}
      </td>
    </tr>
  );
}
