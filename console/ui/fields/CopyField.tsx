import { useState } from "react";
import { Button } from "../../../web/ui/Button.tsx";
import { t } from "../../translate.ts";
import { Drawing } from "../drawings/Drawing.tsx";
import { useOnTaken } from "../use-on-taken.ts";
import { TextField } from "./TextField.tsx";

type CopyFieldProps = { label: string; value: string };

/** A read-only value with a copy button. It can also be copied by hand. */
export function CopyField({ label, value }: CopyFieldProps) {
  const [isCopied, setIsCopied] = useState(false);
  const onTaken = useOnTaken();
  const copy = () =>
    void navigator.clipboard.writeText(value).then(
      () => {
        setIsCopied(true);
        onTaken();
      },
      // refused by the browser: the text can still be copied by hand
      () => undefined,
    );
  return (
    <TextField
      label={label}
      value={value}
      readOnly
      onCopy={onTaken}
      onFocus={(event) => event.currentTarget.select()}
      trailing={
        // browsers offer the clipboard over https only
        "clipboard" in navigator && (
          <Button variant="quiet" size="small" onClick={copy}>
            <Drawing name={isCopied ? "check" : "copy"} />
            <span role="status">{isCopied ? t("copy.done") : t("copy.do")}</span>
          </Button>
        )
      }
    />
  );
}
