import { beforeAll, expect, test } from "vitest";
import { speakEnglish } from "../tests/support/fakes/speak-english.ts";
import { allowMicrophone } from "./allow-microphone.ts";

beforeAll(speakEnglish);

const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64)";

test.for([
  [
    "Chrome, desktop",
    `${WINDOWS} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36`,
    0,
    "to the left of the web address",
  ],
  [
    "Edge",
    `${WINDOWS} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0`,
    0,
    "to the left of the web address",
  ],
  [
    "Chrome, Android",
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36",
    5,
    "then Permissions",
  ],
  [
    "Firefox, desktop",
    `${WINDOWS.slice(0, -1)}; rv:153.0) Gecko/20100101 Firefox/153.0`,
    0,
    "crossed-out microphone",
  ],
  ["Safari, macOS", `${MAC} Version/26.0 Safari/605.1.15`, 0, "open the Safari menu"],
  ["Safari, iPadOS", `${MAC} Version/26.0 Safari/605.1.15`, 5, "Website Settings"],
  [
    "Chrome, iOS",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/150.0 Mobile/15E148 Safari/604.1",
    5,
    "Website Settings",
  ],
  [
    "WebKitGTK",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15",
    0,
    "next to the web address",
  ],
] as const)("%s gets its own instructions", ([_name, userAgent, maxTouchPoints, words]) => {
  expect(allowMicrophone({ userAgent, maxTouchPoints })).toContain(words);
});
