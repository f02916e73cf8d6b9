import { useLocation } from "wouter";
import type { Client } from "#contract/manage/clients.ts";
import { Button } from "../../../web/ui/Button.tsx";
import { Icon } from "../../../web/ui/Icon.tsx";
import { historyAddress } from "../../history/history-address.ts";
import { t } from "../../translate.ts";
import { Drawing } from "../../ui/drawings/Drawing.tsx";
import { BackLink } from "../../ui/links/BackLink.tsx";
import { DropDown } from "../../ui/menu/DropDown.tsx";
import { Menu } from "../../ui/menu/Menu.tsx";
import { usePageTitle } from "../../ui/use-page-title.ts";
import { usePhone } from "../../ui/use-phone.ts";
import { BriefItems } from "./BriefItems.tsx";
import { ClientFacts } from "./ClientFacts.tsx";
import styles from "./ClientHead.module.css";
import { ListNavigation } from "./ListNavigation.tsx";
import { MoreMenu } from "./MoreMenu.tsx";
import type { RareAct } from "./rare-acts.ts";
import type { usePdf } from "./use-pdf.ts";
import type { PlaceInList } from "./use-place-in-list.ts";

type ClientHeadProps = {
  client: Client;
  approved: number;
  place: PlaceInList;
  printing: ReturnType<typeof usePdf>;
  /** Sends a reminder now; undefined if the client can't get email. */
  onRemind: (() => void) | undefined;
  onAct: (act: RareAct) => void;
};

/** The sticky page head: the client's name, progress, and the brief. */
export function ClientHead({ client, approved, place, printing, onRemind, onAct }: ClientHeadProps) {
  const { clientId, name } = client;
  const isPhone = usePhone();
  const [, navigate] = useLocation();
  usePageTitle(name);
  const briefItems = (close: () => void) => (
    <BriefItems clientId={clientId} onPdf={() => printing.mutate()} close={close} />
  );
  return (
    <header className={styles.head}>
      <BackLink to={place.address} isBack={place.isBack} isIconOnly>
        {t("client.back", { list: place.list })}
      </BackLink>
      <div className={styles.name}>
        <h1 className={styles.title} title={name}>
          {name}
        </h1>
        <ClientFacts client={client} approved={approved} />
      </div>
      {!isPhone && <ListNavigation place={place} />}
      {!isPhone && (
        <Button variant="quiet" size="small" icon="pencil" onClick={() => onAct("answer")}>
          {t("answerFor.title")}
        </Button>
      )}
      {!isPhone && (
        <DropDown
          name={t(printing.isPending ? "brief.printing" : "brief.label")}
          icon={<Drawing name="page" />}
          look="framed"
          hasMenu
        >
          {(close) => <Menu label={t("brief.label")}>{briefItems(close)}</Menu>}
        </DropDown>
      )}
      {isPhone && onRemind && (
        <button
          type="button"
          className={styles.icon}
          aria-label={t("clientMail.remind")}
          title={t("clientMail.remind")}
          onClick={onRemind}
        >
          <Icon name="send" />
        </button>
      )}
      <MoreMenu
        place={place}
        onAct={onAct}
        onHistory={() => navigate(historyAddress(clientId))}
        briefItems={isPhone ? briefItems : undefined}
      />
    </header>
  );
}
