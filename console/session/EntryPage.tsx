import type { ReactNode } from "react";
import { CardPage } from "../../web/ui/CardPage.tsx";
import { LanguageChoice } from "../language/LanguageChoice.tsx";

type EntryPageProps = { providerName: string; title: string; children: ReactNode };

/** The frame of the pages before sign-in, such as signing in and setting a password. */
export function EntryPage({ providerName, title, children }: EntryPageProps) {
  return (
    <CardPage brand={providerName} corner={<LanguageChoice />}>
      <h1>{title}</h1>
      {children}
    </CardPage>
  );
}
