import { useEffect, useState } from "react";

/** A blob URL of a text, revoked on unmount. */
export function useBlobAddress(text: string, type: string): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([text], { type }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [text, type]);
  return address;
}
