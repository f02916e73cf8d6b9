import { useState } from "react";
import { Button } from "../../../web/ui/Button.tsx";
import { t } from "../../translate.ts";
import { Drawing } from "../Drawing.tsx";
import { useOnTaken } from "../use-on-taken.ts";
import { TextField } from "./TextField.tsx";

type CopyFieldProps = { label: string; value: string };

/** Something to be taken elsewhere: it can be copied by a press, or by hand. */
export function CopyField({ label, value }: CopyFieldProps) {
  const [isCopied, setIsCopied] = useState(false);
  const onTaken = useOnTaken();
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    setIsCopied(true);
    onTaken();
  };
  return (
    <TextField
      label={label}
      value={value}
      readOnly
      onCopy={onTaken}
      onFocus={(event) => event.currentTarget.select()}
      trailing={
        <Button variant="quiet" size="small" onClick={() => void copy()}>
          <Drawing name={isCopied ? "check" : "copy"} />
          <span role="status">{isCopied ? t("copy.done") : t("copy.do")}</span>
        </Button>
      }
    />
  );
}
