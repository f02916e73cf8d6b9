import { lazy, Suspense } from "react";
import { Skeleton } from "../ui/Skeleton.tsx";

/** Loaded when it is needed: of all who use the console, few write interviews. */
const EditorPage = lazy(async () => ({ default: (await import("./editor/EditorPage.tsx")).EditorPage }));

export function LazyEditorPage({ interviewId }: { interviewId: string }) {
  return (
    <Suspense fallback={<Skeleton shape="lines" />}>
      <EditorPage interviewId={interviewId} />
    </Suspense>
  );
}
