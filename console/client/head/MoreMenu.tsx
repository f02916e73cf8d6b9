import type { ReactNode } from "react";
import { useInterviews } from "../../interviews/use-interviews.ts";
import { useMe } from "../../session/use-me.ts";
import { type MessageId, t } from "../../translate.ts";
import { Drawing } from "../../ui/drawings/Drawing.tsx";
import { DropDown } from "../../ui/menu/DropDown.tsx";
import { Menu } from "../../ui/menu/Menu.tsx";
import { MenuItem } from "../../ui/menu/MenuItem.tsx";
import type { RareAct } from "./rare-acts.ts";
import type { PlaceInList } from "./use-place-in-list.ts";

const NAMES: { [Act in RareAct]: MessageId } = {
  answer: "answerFor.title",
  change: "client.change",
  interview: "interviews.change",
  invite: "invite.submit.one",
  erase: "client.erase",
};
const ACTS = Object.keys(NAMES) as RareAct[];

type MoreMenuProps = {
  place: PlaceInList;
  onAct: (act: RareAct) => void;
  onHistory: () => void;
  /** Menu items of the brief, on a phone only, where the page head has no room for them. */
  briefItems: ((close: () => void) => ReactNode) | undefined;
};

/** The menu for rarer actions on a client. */
export function MoreMenu({ place, onAct, onHistory, briefItems }: MoreMenuProps) {
  const isAdministrator = useMe().data?.role === "administrator";
  const { data: interviews = [] } = useInterviews();
  const canChangeInterview = interviews.filter(({ isOffered: isOne }) => isOne).length > 1;
  return (
    <DropDown name={t("rail.more")} icon={<Drawing name="dots" />} hasMenu isIconOnly>
      {(close) => {
        const then = (act: () => void) => () => {
          close();
          act();
        };
        const { goToPrevious, goToNext } = place;
        const isOffered: { [Act in RareAct]?: boolean } = {
          answer: briefItems !== undefined,
          erase: isAdministrator,
          interview: canChangeInterview,
        };
        const acts = ACTS.filter((act) => isOffered[act] ?? true);
        return (
          <Menu label={t("rail.more")}>
            {briefItems?.(close)}
            {briefItems && <hr />}
            {briefItems && goToNext && <MenuItem name={t("client.nextClient")} onPress={then(goToNext)} />}
            {briefItems && goToPrevious && (
              <MenuItem name={t("client.previous")} onPress={then(goToPrevious)} />
            )}
            <MenuItem name={t("history.title")} onPress={then(onHistory)} />
            {acts.map((act) => (
              <MenuItem key={act} name={t(NAMES[act])} onPress={then(() => onAct(act))} />
            ))}
          </Menu>
        );
      }}
    </DropDown>
  );
}
