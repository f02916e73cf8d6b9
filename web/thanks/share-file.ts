import { fileOf, type TextFile } from "../review/text-file.ts";

type Sharing = Partial<Pick<Navigator, "canShare" | "share">>;

/** Whether the device passes files on to other apps. */
export function canShareFiles(navigator: Sharing): boolean {
  return navigator.canShare?.({ files: [fileOf({ name: "a.html", type: "text/html", text: "" })] }) === true;
}

/** Passes a file on to an app that the client chooses. Never rejects. */
export async function shareFile(
  navigator: Sharing,
  file: TextFile,
): Promise<"shared" | "canceled" | "failed"> {
  try {
    await navigator.share?.({ files: [fileOf(file)], title: file.name });
    return "shared";
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError" ? "canceled" : "failed";
  }
}
