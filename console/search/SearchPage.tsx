import { type KeyboardEvent, useRef, useState } from "react";
import { SEARCH_QUERY_MAX_LENGTH } from "#contract/manage/limits.ts";
import { Button } from "../../web/ui/Button.tsx";
import { faultOf } from "../api/call-failure.ts";
import { t } from "../translate.ts";
import { Drawing } from "../ui/drawings/Drawing.tsx";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import { PageTitle } from "../ui/PageTitle.tsx";
import { searchAnswers } from "./answer-search.ts";
import { SearchHits } from "./SearchHits.tsx";
import styles from "./SearchPage.module.css";
import { SearchStatus } from "./SearchStatus.tsx";
import { useAnswerSearch, useGoToSearch } from "./use-answer-search.ts";

/** Searches the answers of all clients. */
export function SearchPage() {
  const search = useAnswerSearch();
  return (
    <>
      <PageTitle title={t("search.title")} />
      <SearchBox key={search.query} search={search} />
    </>
  );
}

function SearchBox({ search }: { search: ReturnType<typeof useAnswerSearch> }) {
  const { query, hits, failure, end } = search;
  const page = useRef<HTMLDivElement>(null);
  const goTo = useGoToSearch();
  const [typed, setTyped] = useState(query);
  const submit = () => {
    const wanted = typed.trim();
    if (wanted === query) void searchAnswers(wanted);
    else goTo(wanted);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the links inside, which are focusable
    <div ref={page} onKeyDown={(event) => stepThrough(event, page.current)}>
      <search>
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <span className={styles.field}>
            <Drawing name="search" />
            <input
              type="search"
              className={styles.input}
              aria-label={t("search.field")}
              placeholder={t("search.field")}
              autoComplete="off"
              spellCheck={false}
              maxLength={SEARCH_QUERY_MAX_LENGTH}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              // biome-ignore lint/a11y/noAutofocus: users come to this page to type a query
              autoFocus={hits.length === 0}
              data-step=""
            />
          </span>
          <Button type="submit" variant="primary">
            {t("search.submit")}
          </Button>
        </form>
      </search>
      <SearchStatus search={search} />
      <ErrorMessage
        error={failure ? { message: faultOf(failure, "query") ?? failure.message } : endFailure(end?.outcome)}
        onRetry={() => searchAnswers(query)}
      />
      {query === "" && (
        <div className={styles.about}>
          <p>{t("search.about")}</p>
          <p>{t("search.example")}</p>
        </div>
      )}
      {hits.length > 0 && <SearchHits hits={hits} />}
    </div>
  );
}

function endFailure(outcome = "complete"): Pick<Error, "message"> | null {
  if (outcome === "failed") return { message: t("search.failed") };
  return outcome === "replaced" ? { message: t("search.replaced") } : null;
}

/** Arrow keys move from the text field to the passages and between them. */
function stepThrough(event: KeyboardEvent, page: HTMLElement | null): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  const stops = [...(page?.querySelectorAll<HTMLElement>("[data-step]") ?? [])];
  const next = stops[stops.indexOf(document.activeElement as HTMLElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
