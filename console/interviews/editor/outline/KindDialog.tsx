import { Dialog } from "../../../../web/ui/Dialog.tsx";
import { t } from "../../../translate.ts";
import { Drawing } from "../../../ui/drawings/Drawing.tsx";
import { type CardKind, cardKinds, kindFormOf } from "../kinds/kind-forms.tsx";
import styles from "./KindDialog.module.css";

type KindDialogProps = { onChoose: (kind: CardKind) => void; onClose: () => void };

/** Asks which kind of question to add. */
export function KindDialog({ onChoose, onClose }: KindDialogProps) {
  return (
    <Dialog title={t("editor.addCard")} closeLabel={t("dialog.close")} onClose={onClose}>
      <ul className={styles.kinds}>
        {cardKinds.map((kind, at) => (
          <li key={kind}>
            <button
              type="button"
              className={styles.kind}
              onClick={() => onChoose(kind)}
              {...(at === 0 && { "data-autofocus": "" })}
            >
              <Drawing name={kindFormOf(kind).drawing} />
              <span>
                <strong>{t(`editor.kind.${kind}`)}</strong>
                <small>{t(`editor.kindHint.${kind}`)}</small>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
