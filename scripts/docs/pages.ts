import { architectureDrawing } from "./architecture-drawing.ts";
import { commandsPage } from "./commands-page.ts";
import { errorsPage } from "./errors-page.ts";
import { settingsPage } from "./settings-page.ts";

/** The pages and drawings that are generated from the code, by path. */
export function generatedPages(): { [path: string]: string } {
  return {
    "docs/settings.md": settingsPage(),
    "docs/commands.md": commandsPage(),
    "docs/errors.md": errorsPage(),
    "docs/images/architecture.svg": architectureDrawing(),
  };
}
