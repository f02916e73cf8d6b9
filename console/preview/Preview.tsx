import { OpenInterview } from "../../web/interview/InterviewApp.tsx";
import type { Provider } from "../../web/session/provider.ts";
import { useLanguage } from "../../web/ui/language/use-language.ts";
import { useShownPreview } from "./use-shown-preview.ts";

type PreviewProps = { provider: Provider };

/** A draft as a client sees it. */
export function Preview({ provider }: PreviewProps) {
  useLanguage();
  const opened = useShownPreview(provider.name);
  if (!opened) return null;
  return <OpenInterview key={opened.key} workspace={opened.workspace} provider={provider} />;
}
