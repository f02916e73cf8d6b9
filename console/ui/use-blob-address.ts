import { useEffect, useState } from "react";

/** An address of a text in this page, let go with the component. */
export function useBlobAddress(text: string, type: string): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([text], { type }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [text, type]);
  return address;
}
