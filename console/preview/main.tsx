import "../../web/ui/tokens.css";
import "../../web/ui/base.css";
import "../../web/ui/serif/serif.css";
import serif from "@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2?headings";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { inEachLanguage } from "#contract/languages.ts";
import words from "#contract/messages/client/en.json?compiled";
import { addIcons } from "../../web/ui/icon-paths.ts";
import { activateLanguage, addWords } from "../../web/ui/language/spoken-language.ts";
import { moreIconPaths } from "../../web/ui/more-icon-paths.ts";
import { fetchSerif } from "../../web/ui/serif/serif.ts";
import { Preview } from "./Preview.tsx";
import { stayInFrame } from "./stay-in-frame.ts";

const providerName =
  document.querySelector<HTMLMetaElement>('meta[name="firsthand-provider"]')?.content ?? "";
const provider = {
  name: providerName,
  languages: inEachLanguage(() => ""),
  support: { email: "", phone: "", dialed: "", page: "" },
  minutes: "",
};

stayInFrame();
addIcons(moreIconPaths);
addWords("en", words);
activateLanguage("en");
// loads the font first, because a view keeps the font of its first paint, by which an author judges
void fetchSerif(serif).then(() => {
  const root = document.getElementById("root");
  if (root)
    createRoot(root).render(
      <StrictMode>
        <Preview provider={provider} />
      </StrictMode>,
    );
});
