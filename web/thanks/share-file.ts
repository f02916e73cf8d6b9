import { fileOf, type TextFile } from "../review/text-file.ts";

type ShareCapability = Partial<Pick<Navigator, "canShare" | "share">>;

/** Whether the device can share files with other apps. */
export function canShareFiles(navigator: ShareCapability): boolean {
  return navigator.canShare?.({ files: [fileOf({ name: "a.html", type: "text/html", text: "" })] }) === true;
}

/** Shares a file with an app that the client chooses. Never rejects. */
export async function shareFile(
  navigator: ShareCapability,
  file: TextFile,
): Promise<"shared" | "canceled" | "failed"> {
  try {
    await navigator.share?.({ files: [fileOf(file)], title: file.name });
    return "shared";
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError" ? "canceled" : "failed";
  }
}
