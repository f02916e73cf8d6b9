import { Dialog } from "../../web/ui/Dialog.tsx";
import { type MessageId, t } from "../translate.ts";
import { KeyboardKey } from "../ui/KeyboardKey.tsx";
import styles from "./ShortcutsDialog.module.css";
import { useLetters } from "./use-letters.ts";

/** Each way is a list of keys. Several ways are shown with "or" between them. */
const ROWS: { name: MessageId; ways: string[][] }[] = [
  {
    name: "shortcuts.move",
    ways: [
      ["↑", "↓"],
      ["J", "K"],
    ],
  },
  { name: "shortcuts.open", ways: [["Enter"]] },
  { name: "shortcuts.select", ways: [["X"]] },
  { name: "shortcuts.extend", ways: [["Shift", "↑ ↓"]] },
  { name: "shortcuts.selectAll", ways: [["Ctrl", "A"]] },
  { name: "shortcuts.clear", ways: [["Esc"]] },
  { name: "bulk.invite", ways: [["I"]] },
  { name: "bulk.remind", ways: [["R"]] },
  { name: "bulk.assign", ways: [["M"]] },
  { name: "bulk.tag", ways: [["T"]] },
  { name: "bulk.dueDate", ways: [["D"]] },
  { name: "shortcuts.nextUnread", ways: [["N"]] },
  { name: "followUp.approve", ways: [["A"]] },
  { name: "shortcuts.approveRead", ways: [["Shift", "A"]] },
  { name: "followUp.askBack", ways: [["F"]] },
  { name: "brief.open", ways: [["B"]] },
  { name: "client.nextClient", ways: [["Shift", "J"]] },
  { name: "client.previous", ways: [["Shift", "K"]] },
  { name: "shortcuts.search", ways: [["/"]] },
  { name: "shortcuts.palette", ways: [["Ctrl", "K"]] },
  { name: "shortcuts.needsYou", ways: [["G", "N"]] },
  { name: "shortcuts.clients", ways: [["G", "C"]] },
  { name: "shortcuts.overview", ways: [["G", "O"]] },
  { name: "shortcuts.help", ways: [["?"]] },
];

type ShortcutsDialogProps = { onClose: () => void };

/** Lists all shortcuts, with a switch for those that are single letters. */
export function ShortcutsDialog({ onClose }: ShortcutsDialogProps) {
  const { areOn, choose } = useLetters();
  return (
    <Dialog title={t("shortcuts.title")} closeLabel={t("dialog.close")} onClose={onClose}>
      <div className={styles.shortcuts}>
        <label className={styles.letters}>
          <input type="checkbox" checked={areOn} onChange={(event) => choose(event.currentTarget.checked)} />
          <span>
            {t("shortcuts.letters")}
            <small>{t("shortcuts.lettersHint")}</small>
          </span>
        </label>
        <dl className={styles.rows}>
          {ROWS.map(({ name, ways }) => (
            <div key={name} className={styles.row}>
              <dt>{t(name)}</dt>
              <dd className={styles.keys}>
                {ways.map((keys, place) => (
                  <span key={keys.join(" ")} className={styles.keys}>
                    {place > 0 && <span>{t("shortcuts.or")}</span>}
                    {keys.map((key) => (
                      <KeyboardKey key={key}>{key}</KeyboardKey>
                    ))}
                  </span>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </Dialog>
  );
}
