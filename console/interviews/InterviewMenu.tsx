import { useLocation } from "wouter";
import type { ListedInterview } from "#contract/manage/interviews.ts";
import { t } from "../translate.ts";
import { Drawing } from "../ui/drawings/Drawing.tsx";
import { DropDown } from "../ui/menu/DropDown.tsx";
import { Menu } from "../ui/menu/Menu.tsx";
import { MenuItem } from "../ui/menu/MenuItem.tsx";
import type { InterviewAct } from "./InterviewActDialog.tsx";

type InterviewMenuProps = { interview: ListedInterview; onAct: (act: InterviewAct) => void };

/** The menu of actions on an interview. */
export function InterviewMenu({ interview, onAct }: InterviewMenuProps) {
  const [, go] = useLocation();
  const { interviewId, name, version, isDefault, isOffered, retiredAt, source } = interview;
  const label = t("interviews.more", { name });
  return (
    <DropDown name={label} icon={<Drawing name="dots" />} hasMenu isIconOnly>
      {(close) => {
        const item = (act: InterviewAct) => (
          <MenuItem
            key={act}
            name={t(`interviews.act.${act}`)}
            onPress={() => {
              close();
              onAct(act);
            }}
          />
        );
        return (
          <Menu label={label}>
            <MenuItem
              name={t(source === "console" ? "interviews.edit" : "interviews.look")}
              onPress={() => go(`/interviews/${interviewId}`)}
            />
            {version !== null && (
              <MenuItem
                name={t("interviews.versions")}
                onPress={() => go(`/interviews/${interviewId}/versions`)}
              />
            )}
            {item("rename")}
            {item("duplicate")}
            {source !== "console" && item("takeOver")}
            {isOffered && !isDefault && item("makeDefault")}
            {version !== null && !isDefault && retiredAt === null && item("retire")}
            {retiredAt !== null && item("revive")}
            {version === null && item("delete")}
          </Menu>
        );
      }}
    </DropDown>
  );
}
