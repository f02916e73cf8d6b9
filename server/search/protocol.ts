import type { SearchEnd, SearchHit } from "#contract/manage/search.ts";
import type { SearchTerm } from "#contract/manage/search-terms.ts";
import type { MasterKey } from "../storage/sealing/data-keys.ts";
import type { ReaderAddress } from "../storage/search/open-reader.ts";
import type { SearchedPart } from "../storage/search/search-pages.ts";
import type { SearchedEntry } from "./searched-entries.ts";

/** What a thread is started with. `beat`: where the main thread writes, many times a second, that it is not held up. */
export type ThreadSetup = { database: ReaderAddress; beat: SharedArrayBuffer };

export type SearchWork = {
  terms: SearchTerm[];
  part: SearchedPart;
  entries: SearchedEntry[];
  /** Objects: their bytes are in no string, and in no message. */
  masterKeys: MasterKey[];
};

export type ToThread = { kind: "begin"; id: number; work: SearchWork } | { kind: "stop"; id: number };

export type Found = Pick<SearchEnd, "searched" | "found" | "unreadable">;
export type ThreadReport = Found & { hits: SearchHit[] };
export type FromThread = { id: number } & (
  | { kind: "report"; report: ThreadReport }
  | { kind: "end"; found: Found }
  | { kind: "failure"; message: string }
);
