import { type ComponentProps, useId } from "react";
import { TextField as PlainTextField } from "../../../web/ui/fields/TextField.tsx";
import { useFieldError } from "./use-field-error.ts";

/** A text field that also shows the form's validation message. */
export function TextField(props: ComponentProps<typeof PlainTextField>) {
  const ownId = useId();
  const id = props.id ?? ownId;
  return <PlainTextField {...props} id={id} error={useFieldError(id, props.error)} />;
}
