import { SPOKEN } from "../support/data/spoken-take.ts";
import { launchWebKit } from "./launch-webkit.ts";
import { recordingSuite } from "./recording.suite.ts";

/** Its microphone gives tones, so an engine that always hears the sentence stands in for one that understands. */
recordingSuite({
  launch: launchWebKit,
  mimeType: "audio/mp4; codecs=mp4a",
  engine: ["/bin/sh", "-c", `sleep 1; echo ${SPOKEN}`, "{wav}"],
  fallsSilent: false,
});
