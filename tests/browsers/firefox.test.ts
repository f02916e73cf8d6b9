import { launchFirefox } from "./launch-firefox.ts";
import { recordingSuite } from "./recording.suite.ts";

/** Only the air between mouth and microphone is faked. */
recordingSuite({
  launch: launchFirefox,
  mimeType: "audio/webm;codecs=opus",
  engine: ["pocketsphinx_continuous", "-infile", "{wav}", "-logfn", "/dev/null"],
  fallsSilent: true,
});
