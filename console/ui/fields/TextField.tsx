import { type ComponentProps, useId } from "react";
import { TextField as PlainTextField } from "../../../web/ui/fields/TextField.tsx";
import { useFieldError } from "./use-field-error.ts";

/** A field that also says what keeps its form from being sent. */
export function TextField(props: ComponentProps<typeof PlainTextField>) {
  const ownId = useId();
  const id = props.id ?? ownId;
  return <PlainTextField {...props} id={id} error={useFieldError(id, props.error)} />;
}
