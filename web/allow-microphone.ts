import { t } from "./translate.ts";

type Browser = Pick<Navigator, "userAgent" | "maxTouchPoints">;

/** How a client allows the microphone after refusing it, in this browser's terms: browsers do not ask a second time. */
export function allowMicrophone(browser: Browser = navigator): string {
  return t(`microphone.allow.${settingsOf(browser)}`);
}

/** Which settings hold the permission. On an iPhone, all browsers use Apple's. */
function settingsOf({ userAgent, maxTouchPoints }: Browser) {
  // an iPad reports that it is a Mac
  if (/iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)) return "ios";
  if (/Android/.test(userAgent)) return "android";
  if (/Firefox\//.test(userAgent)) return "firefox";
  if (/Chrome\//.test(userAgent)) return "chrome";
  return /Macintosh/.test(userAgent) ? "safari" : "other";
}
