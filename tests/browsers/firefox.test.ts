import { launchFirefox } from "./launch-firefox.ts";
import { recordingSuite } from "./recording.suite.ts";

/** Nothing is faked but the air between mouth and microphone. */
recordingSuite({
  launch: launchFirefox,
  mimeType: "audio/webm;codecs=opus",
  engine: ["pocketsphinx_continuous", "-infile", "{wav}", "-logfn", "/dev/null"],
  fallsSilent: true,
});
