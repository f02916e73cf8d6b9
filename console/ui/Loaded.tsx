import type { ReactNode } from "react";
import type { Asked } from "../api/asked.ts";
import { isFinal } from "../api/call-failure.ts";
import { Failure } from "./Failure.tsx";
import { Skeleton } from "./Skeleton.tsx";

type LoadedProps<Data> = { asked: Asked<Data>; children: (data: Data) => ReactNode };

/** What the server was asked for; until then its shape, and where it failed why, with a way to try again. */
export function Loaded<Data>({ asked: { data, error, refetch }, children }: LoadedProps<Data>) {
  return (
    <>
      <Failure error={error} onRetry={error && isFinal(error) ? undefined : refetch} />
      {data !== undefined ? children(data) : !error && <Skeleton />}
    </>
  );
}
