import { t } from "./translate.ts";

type Browser = Pick<Navigator, "userAgent" | "maxTouchPoints">;

/** How a client takes back a no to the microphone, in the words of this browser: none of them asks a second time. */
export function allowMicrophone(browser: Browser = navigator): string {
  return t(`microphone.allow.${settingsOf(browser)}`);
}

/** Whose settings hold the permission. Browsers on an iPhone all have Apple's. */
function settingsOf({ userAgent, maxTouchPoints }: Browser) {
  // an iPad says that it is a Mac
  if (/iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)) return "ios";
  if (/Android/.test(userAgent)) return "android";
  if (/Firefox\//.test(userAgent)) return "firefox";
  if (/Chrome\//.test(userAgent)) return "chrome";
  return /Macintosh/.test(userAgent) ? "safari" : "other";
}
