import type { ReactNode } from "react";
import { isOutOfReach } from "../api/call-failure.ts";
import type { QueryState } from "../api/query-state.ts";
import { t } from "../translate.ts";
import { Failure } from "./Failure.tsx";
import { Skeleton, type SkeletonShape } from "./Skeleton.tsx";
import { useOnline } from "./use-online.ts";

type LoadedProps<Data> = {
  query: QueryState<Data>;
  /** True on a page that reports a failed refresh itself. */
  isPart?: boolean;
  /** What stands there until then. */
  shape?: SkeletonShape;
  children: (data: Data) => ReactNode;
};

/** What the server was asked for; until then its shape, and where it failed why, with a way to try again. */
export function Loaded<Data>({
  query: { data, error, refetch },
  isPart = false,
  shape = "lines",
  children,
}: LoadedProps<Data>) {
  const shownError = isPart && data !== undefined ? null : error;
  return (
    <>
      <Failure error={shownError} onRetry={shownError && isOutOfReach(shownError) ? undefined : refetch} />
      {data !== undefined ? children(data) : !error && <Awaited shape={shape} />}
    </>
  );
}

function Awaited({ shape }: { shape: SkeletonShape }) {
  const isOnline = useOnline();
  return isOnline ? <Skeleton shape={shape} /> : <p role="status">{t("offline.notLoaded")}</p>;
}
