import type { ReactNode } from "react";
import styles from "./DownloadLink.module.css";
import { useBlobAddress } from "./use-blob-address.ts";

type DownloadLinkProps = { name: string; type: string; text: string; children: ReactNode };

/** A file that the page has made; it never leaves the browser. */
export function DownloadLink({ name, type, text, children }: DownloadLinkProps) {
  const address = useBlobAddress(text, type);
  return (
    <a className={styles.link} href={address} download={name}>
      {children}
    </a>
  );
}
