import type { ReactNode } from "react";
import { isOutOfReach } from "../api/call-failure.ts";
import type { QueryState } from "../api/query-state.ts";
import { t } from "../translate.ts";
import { ErrorMessage } from "./ErrorMessage.tsx";
import { Skeleton, type SkeletonShape } from "./Skeleton.tsx";
import { useOnline } from "./use-online.ts";

type QueryViewProps<Data> = {
  query: QueryState<Data>;
  /** True on a page that reports a failed refresh itself. */
  isPart?: boolean;
  /** The shape of the skeleton while loading. */
  shape?: SkeletonShape;
  children: (data: Data) => ReactNode;
};

/** Renders a query's data. While loading, it shows a skeleton; after a failure, the error and a retry button. */
export function QueryView<Data>({
  query: { data, error, refetch },
  isPart = false,
  shape = "lines",
  children,
}: QueryViewProps<Data>) {
  const shownError = isPart && data !== undefined ? null : error;
  return (
    <>
      <ErrorMessage
        error={shownError}
        onRetry={shownError && isOutOfReach(shownError) ? undefined : refetch}
      />
      {data !== undefined ? children(data) : !error && <LoadingState shape={shape} />}
    </>
  );
}

function LoadingState({ shape }: { shape: SkeletonShape }) {
  const isOnline = useOnline();
  return isOnline ? <Skeleton shape={shape} /> : <p role="status">{t("offline.notLoaded")}</p>;
}
