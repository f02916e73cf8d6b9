import type { CSSProperties } from "react";
import { t } from "../../translate.ts";
import { countOf, isChosen } from "../selection.ts";
import styles from "./ClientCard.module.css";
import { ClientCard } from "./ClientCard.tsx";
import type { ClientTableProps } from "./ClientTable.tsx";
import { useLongPress } from "./use-long-press.ts";

type ClientCardsProps = Pick<
  ClientTableProps,
  "clients" | "total" | "pieces" | "chosen" | "titles" | "now" | "isWaiting" | "acts"
> & {
  /** Called on a long press. */
  onChoose: (clientId: string) => void;
};

/** The client list in the phone layout, with cards 66 pixels high. */
export function ClientCards(props: ClientCardsProps) {
  const { clients, total, pieces, chosen, titles, now, isWaiting, acts, onChoose } = props;
  const onTouch = useLongPress(onChoose);
  const isChoosing = countOf(chosen, total) > 0;
  return (
    <ul className={styles.cards} aria-label={t("clients.title")} aria-busy={isWaiting ? true : undefined}>
      {pieces.map((piece) => {
        if (piece.kind === "gap") return <CardSpacer key={piece.key} height={piece.height} />;
        const client = clients[piece.index];
        if (!client) return null;
        return (
          <ClientCard
            key={client.clientId}
            client={client}
            title={client.nextQuestion === null ? undefined : titles[client.nextQuestion]}
            now={now}
            row={piece.index + 1}
            total={total}
            isChoosing={isChoosing}
            isChosen={isChosen(chosen, client.clientId)}
            acts={acts}
            onTouch={onTouch}
          />
        );
      })}
    </ul>
  );
}

function CardSpacer({ height }: { height: number }) {
  const style: CSSProperties = { height };
  return <li aria-hidden="true" style={style} />;
}
