import type { Messages } from "@lingui/core";
import english from "#contract/messages/client/en.json?compiled=helping";
import { partWords } from "../../language/part-words.ts";

export const learnWords = partWords(
  english,
  import.meta.glob<Messages>(["#contract/messages/client/*.json", "!#contract/messages/client/en*.json"], {
    query: "?compiled=helping",
    import: "default",
  }),
);
