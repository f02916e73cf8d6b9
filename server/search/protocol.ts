import type { SearchEnd, SearchHit } from "#contract/manage/search.ts";
import type { SearchTerm } from "#contract/manage/search-terms.ts";
import type { MasterKey } from "../storage/sealing/data-keys.ts";
import type { ReaderAddress } from "../storage/search/open-reader.ts";
import type { SearchedPart } from "../storage/search/search-pages.ts";
import type { SearchedEntry } from "./searched-entries.ts";

/** The data that a thread starts with. `beat`: memory in which the main thread shows that it is not blocked. */
export type ThreadSetup = { database: ReaderAddress; beat: SharedArrayBuffer };

export type SearchWork = {
  terms: SearchTerm[];
  part: SearchedPart;
  entries: SearchedEntry[];
  /** Key objects, whose bytes appear in no string and no message. */
  masterKeys: MasterKey[];
};

export type MessageToThread = { kind: "begin"; id: number; work: SearchWork } | { kind: "stop"; id: number };

export type SearchTotals = Pick<SearchEnd, "searched" | "found" | "unreadable">;
export type ThreadReport = SearchTotals & { hits: SearchHit[] };
export type MessageFromThread = { id: number } & (
  | { kind: "report"; report: ThreadReport }
  | { kind: "end"; found: SearchTotals }
  | { kind: "failure"; message: string }
);
