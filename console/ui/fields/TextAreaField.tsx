import type { ComponentProps } from "react";
import { GrowingTextarea } from "../../../web/ui/fields/GrowingTextarea.tsx";
import { FieldFrame } from "./FieldFrame.tsx";

type TextAreaFieldProps = Omit<ComponentProps<typeof GrowingTextarea>, "id"> & {
  label: string;
  labelHidden?: boolean;
  hint?: string;
  error?: string | undefined;
};

/** A multi-line text field with label, hint and error. */
export function TextAreaField({ label, labelHidden, hint, error, ...rest }: TextAreaFieldProps) {
  return (
    <FieldFrame label={label} labelHidden={labelHidden} hint={hint} error={error}>
      {(attributes) => <GrowingTextarea {...rest} {...attributes} />}
    </FieldFrame>
  );
}
