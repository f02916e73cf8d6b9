import { t } from "../../translate.ts";
import { Drawing } from "../../ui/drawings/Drawing.tsx";
import { DropDown } from "../../ui/menu/DropDown.tsx";
import { Menu } from "../../ui/menu/Menu.tsx";
import { MenuItem } from "../../ui/menu/MenuItem.tsx";
import { usePhone } from "../../ui/use-phone.ts";
import { ActButton } from "../answers/ActButton.tsx";
import styles from "./QuestionActs.module.css";

type QuestionActsProps = {
  questionId: string;
  title: string;
  canApprove: boolean;
  canUnapprove: boolean;
  canFollowUp: boolean;
  /** Whether these buttons take back the lost keyboard focus. */
  isReturn: boolean;
  isBusy: boolean;
  onApprove: () => void;
  onUnapprove: () => void;
  onFollowUp: () => void;
  onAnswer: () => void;
};

/** The buttons appear on hover and on keyboard focus. Without a hovering pointer, they are always visible. */
export function QuestionActs(props: QuestionActsProps) {
  const { title, canApprove, canFollowUp, isReturn, isBusy, onApprove, onFollowUp } = props;
  return (
    <div className={styles.acts}>
      {canApprove && (
        <ActButton
          act="approve"
          drawing="check"
          label={`${t("followUp.approve")}: ${title}`}
          isBusy={isBusy}
          onPress={onApprove}
        />
      )}
      {canFollowUp && (
        <ActButton
          act="follow-up"
          drawing="reply"
          label={`${t("followUp.askBack")}: ${title}`}
          isReturn={isReturn}
          onPress={onFollowUp}
        />
      )}
      <DropDown
        name={`${t("question.more")}: ${title}`}
        icon={<Drawing name="dots" />}
        look="framed"
        hasMenu
        isIconOnly
      >
        {(close) => <MoreActs {...props} close={close} />}
      </DropDown>
    </div>
  );
}

function MoreActs({ close, ...props }: QuestionActsProps & { close: () => void }) {
  const { questionId, title, canApprove, canUnapprove, canFollowUp } = props;
  const { onApprove, onUnapprove, onFollowUp, onAnswer } = props;
  const isPhone = usePhone();
  const then = (act: () => void) => () => {
    close();
    act();
  };
  const copyLink = () =>
    void navigator.clipboard
      .writeText(`${location.origin}${location.pathname}#question=${questionId}`)
      // the browser may refuse
      .catch(() => undefined);
  return (
    <Menu label={`${t("question.more")}: ${title}`}>
      {isPhone && canApprove && <MenuItem name={t("followUp.approve")} onPress={then(onApprove)} />}
      {isPhone && canFollowUp && <MenuItem name={t("followUp.askBack")} onPress={then(onFollowUp)} />}
      {canUnapprove && <MenuItem name={t("followUp.unapprove")} onPress={then(onUnapprove)} />}
      <MenuItem name={t("answerFor.title")} onPress={then(onAnswer)} />
      {"clipboard" in navigator && <MenuItem name={t("question.copyLink")} onPress={then(copyLink)} />}
    </Menu>
  );
}
