import type { SearchHit } from "#contract/manage/search.ts";
import type { ReaderConnection } from "../storage/engine/engine.ts";
import { StorageUnavailable } from "../storage/engine/faults.ts";
import { openClient } from "../storage/search/open-client.ts";
import { CLIENTS_PER_PAGE, type SealedClient, searchPages } from "../storage/search/search-pages.ts";
import { createBestHits } from "./best-hits.ts";
import { findInClient } from "./find-in-client.ts";
import { needlesOf } from "./find-terms.ts";
import type { SearchTotals, SearchWork, ThreadReport } from "./protocol.ts";

/** Between so many clients, the database's answers are received, and other threads get their turn. */
const CLIENTS_AT_ONCE = 125;

type Scanning = {
  /** Resolves when the search may continue; false means that it should stop. */
  next: () => Promise<boolean>;
  report: (report: ThreadReport) => void;
};

/** Reads and decrypts every client of a part, page by page, and keeps nothing. */
export async function scan(
  reader: ReaderConnection,
  { terms, part, entries, masterKeys }: SearchWork,
  { next, report }: Scanning,
): Promise<SearchTotals> {
  const pages = searchPages(reader, part);
  const keys = new Map(masterKeys.map((key) => [key.id, key]));
  const sought = {
    needles: needlesOf(terms, entries),
    entries: new Map(entries.map((entry) => [entry.name, entry])),
  };
  const isAmongBest = createBestHits();
  const found: SearchTotals = { searched: 0, found: 0, unreadable: 0 };

  function hitIn(client: SealedClient): SearchHit | undefined {
    const { clientId, name, state } = client;
    const hit = findInClient(openClient(client, { find: (id) => keys.get(id) }), sought);
    if (!hit) return undefined;
    found.found += 1;
    if (!isAmongBest(hit)) return undefined;
    const { score, more } = hit;
    return { type: "hit", clientId, name, state, score, passages: hit.passages(), more };
  }

  /** A damaged record costs the search only that client. */
  function readableHitIn(client: SealedClient): SearchHit | undefined {
    try {
      return hitIn(client);
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) throw error;
      found.unreadable += 1;
      return undefined;
    }
  }

  /** Returns false if the search should stop. */
  async function scanPage(page: SealedClient[]): Promise<boolean> {
    // an empty page is reported, too
    for (let first = 0; first === 0 || first < page.length; first += CLIENTS_AT_ONCE) {
      if (!(await next())) return false;
      const clients = page.slice(first, first + CLIENTS_AT_ONCE);
      const hits: SearchHit[] = [];
      for (const client of clients) {
        const hit = readableHitIn(await pages.withLargeBody(client));
        if (hit) hits.push(hit);
      }
      found.searched += clients.length;
      report({ ...found, hits });
    }
    return true;
  }

  let reading: Promise<SealedClient[]> | undefined = pages.pageAfter("");
  while (reading) {
    const page: SealedClient[] = await reading;
    const last = page.length < CLIENTS_PER_PAGE ? undefined : page.at(-1);
    // the database reads the next page meanwhile
    reading = last && pages.pageAfter(last.clientId);
    // a search that stops does not wait for that page
    reading?.catch(() => undefined);
    if (!(await scanPage(page))) break;
  }
  return found;
}
