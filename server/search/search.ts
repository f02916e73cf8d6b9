import { Readable } from "node:stream";
import type { FastifyBaseLogger } from "fastify";
import type { Interview } from "#contract/interview/interview.ts";
import { SEARCH_HITS_MAX, SEARCHES_AT_ONCE } from "#contract/manage/limits.ts";
import type { SearchEnd, SearchHit, SearchLine, SearchRequest } from "#contract/manage/search.ts";
import { termsOf } from "#contract/manage/search-terms.ts";
import { CatalogError, RETRY_AFTER } from "../http/errors.ts";
import type { ListView } from "../storage/clients/client-conditions.ts";
import type { Scope } from "../storage/clients/scope.ts";
import type { MasterKey } from "../storage/sealing/data-keys.ts";
import type { ReaderAddress } from "../storage/search/open-reader.ts";
import { serializeView } from "../storage/search/search-pages.ts";
import type { Storage } from "../storage/storage.ts";
import type { SearchTotals, SearchWork, ThreadReport } from "./protocol.ts";
import { openSearchThreads, type ThreadOptions } from "./search-threads.ts";
import { searchedEntries } from "./searched-entries.ts";

type SearchSetup = {
  database: ReaderAddress;
  storage: Pick<Storage, "clients">;
  /** The current master keys; a function, because they can change while the server runs. */
  masterKeys: () => MasterKey[];
  logger: Pick<FastifyBaseLogger, "warn">;
  threads?: ThreadOptions;
};

/** The searching manager, and what to search. */
export type AnswerSearchQuery = SearchRequest & {
  managerId: string;
  scope: Scope;
  view: ListView;
  /** Today's interviews first. */
  interviews: Interview[];
};

export type Search = ReturnType<typeof openSearch>;
type Outcome = SearchEnd["outcome"];

export function openSearch({ database, storage, masterKeys, logger, threads: options }: SearchSetup) {
  const threads = openSearchThreads(database, options);
  /** By manager id. */
  const answers = new Map<string, Answer>();

  function workOf({ query, in: places, filter, scope, view, interviews }: AnswerSearchQuery): SearchWork {
    const part = { scope, selection: filter, view: serializeView(view, filter), places };
    const entries = searchedEntries(interviews);
    return { terms: termsOf(query), part, entries, masterKeys: masterKeys() };
  }

  /** Drops hits for clients who were erased or reassigned since they were read. */
  async function present(scope: Scope, hits: SearchHit[]): Promise<SearchHit[]> {
    if (hits.length === 0) return [];
    const ids = new Set(
      await storage.clients.within(
        scope,
        hits.map(({ clientId }) => clientId),
      ),
    );
    return hits.filter(({ clientId }) => ids.has(clientId));
  }

  return {
    /**
     * Resolves with the lines of a search once the first line is ready. Destroying the stream ends the search, as does
     * the manager's next search. Rejects with SEARCH_BUSY and StorageUnavailable.
     */
    async begin(wanted: AnswerSearchQuery): Promise<Readable> {
      const { managerId, scope } = wanted;
      answers.get(managerId)?.end("replaced");
      if (answers.size >= SEARCHES_AT_ONCE) throw new CatalogError("SEARCH_BUSY", {}, RETRY_AFTER);
      const work = workOf(wanted);
      const answer = createAnswer(() => {
        stop();
        if (answers.get(managerId) === answer) answers.delete(managerId);
      });
      // one at a time, because each report waits for the database
      let turn = Promise.resolve();
      const inTurn = (act: () => void | Promise<void>) => {
        turn = turn.then(act).catch(fail);
      };
      function fail(error: unknown): void {
        logger.warn({ err: error }, "a search ended early");
        answer.fail(error);
      }
      const stop = threads.begin(work, {
        report: (report) => inTurn(async () => answer.add(report, await present(scope, report.hits))),
        end: (found) => inTurn(() => answer.end("complete", found)),
        fail: (error) => inTurn(() => fail(error)),
      });
      answers.set(managerId, answer);
      return answer.begun;
    },

    close: (): Promise<void> => threads.close(),
  };
}

type Answer = ReturnType<typeof createAnswer>;

/** A search's output, as lines of JSON. `settle` is called once, when nothing more is needed. */
function createAnswer(settle: () => void) {
  const first = Promise.withResolvers<Readable>();
  const lines = new Readable({
    read: () => undefined,
    destroy(error, done) {
      over();
      done(error);
    },
  });
  let found: SearchTotals = { searched: 0, found: 0, unreadable: 0 };
  let isOver = false;

  function over(): void {
    if (!isOver) settle();
    isOver = true;
  }

  function write(written: SearchLine[]): void {
    for (const line of written) lines.push(`${JSON.stringify(line)}\n`);
    first.resolve(lines);
  }

  function end(outcome: Outcome, last: SearchTotals = found): void {
    if (isOver) return;
    over();
    write([{ type: "end", outcome, ...last, more: Math.max(0, last.found - SEARCH_HITS_MAX) }]);
    lines.push(null);
  }

  return {
    /** Resolves with the first line; a failure before it becomes an error answer. */
    begun: first.promise,
    add({ searched, found: count, unreadable }: ThreadReport, hits: SearchHit[]): void {
      if (isOver) return;
      found = { searched, found: count, unreadable };
      write([...hits, { type: "progress", searched, found: count }]);
    },
    end,
    fail(error: unknown): void {
      first.reject(error);
      end("failed");
    },
  };
}
