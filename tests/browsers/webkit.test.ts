import { SPOKEN } from "../support/data/spoken-take.ts";
import { launchWebKit } from "./launch-webkit.ts";
import { recordingSuite } from "./recording.suite.ts";

/** WebKit's microphone gives tones, so a fake engine that always returns the sentence stands in for a real one. */
recordingSuite({
  launch: launchWebKit,
  mimeType: "audio/mp4; codecs=mp4a",
  engine: ["/bin/sh", "-c", `sleep 1; echo ${SPOKEN}`, "{wav}"],
  fallsSilent: false,
});
