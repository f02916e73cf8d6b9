import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSite } from "../../server/site.ts";

/** A built browser app as small as can be, in a folder of its own. */
export function smallSite(providerName = "Firsthand") {
  const folder = mkdtempSync(join(tmpdir(), "firsthand-site-"));
  mkdirSync(join(folder, "assets"));
  writeFileSync(
    join(folder, "index.html"),
    "<!doctype html><title>{{providerName}}</title><meta content={{interviewHash}}><meta content={{recording}}>{{other}}",
  );
  writeFileSync(join(folder, "assets", "app-1a2b.js"), "export {};\n");
  writeFileSync(
    join(folder, "sw.js"),
    "const kept = [`{{interviewHash}}`, '{{pageHash}}', \"{{version}}\"];\n",
  );
  writeFileSync(join(folder, "robots.txt"), "User-agent: *\nDisallow: /\n");
  writeFileSync(`${folder}.secret`, "outside");
  return {
    site: openSite({ providerName, interviewHash: "h4sh", dictation: "browser", recording: "kept" }, folder),
    remove() {
      rmSync(folder, { recursive: true });
      rmSync(`${folder}.secret`);
    },
  };
}
