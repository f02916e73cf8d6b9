import type { Messages } from "@lingui/core";
import english from "#contract/messages/client/en.json?compiled=devices";
import { bundleWords } from "../language/bundle-words.ts";

export const learnWords = bundleWords(
  english,
  import.meta.glob<Messages>(["#contract/messages/client/*.json", "!#contract/messages/client/en*.json"], {
    query: "?compiled=devices",
    import: "default",
  }),
);
