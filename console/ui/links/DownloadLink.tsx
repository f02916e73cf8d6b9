import type { ReactNode } from "react";
import { useOnTaken } from "../use-on-taken.ts";
import { ButtonLink } from "./ButtonLink.tsx";
import { useBlobAddress } from "./use-blob-address.ts";

type DownloadLinkProps = { name: string; type: string; text: string; children: ReactNode };

/** A download of a file that is made in the browser and never leaves it. */
export function DownloadLink({ name, type, text, children }: DownloadLinkProps) {
  const address = useBlobAddress(text, type);
  const onTaken = useOnTaken();
  return (
    <ButtonLink href={address} download={name} onPress={onTaken}>
      {children}
    </ButtonLink>
  );
}
