import { lazy, Suspense } from "react";
import { Skeleton } from "../ui/Skeleton.tsx";

/** Loaded on demand, because few users of the console write interviews. */
const EditorPage = lazy(async () => ({ default: (await import("./editor/EditorPage.tsx")).EditorPage }));

export function LazyEditorPage({ interviewId }: { interviewId: string }) {
  return (
    <Suspense fallback={<Skeleton shape="lines" />}>
      <EditorPage interviewId={interviewId} />
    </Suspense>
  );
}
