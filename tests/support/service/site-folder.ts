import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { noInterviewFile } from "../../../server/interview-file/read-interview-file.ts";
import { openSite } from "../../../server/pages/site.ts";

/** Minimal built browser apps in a separate folder. */
export function smallSite(providerName = "Firsthand") {
  const folder = mkdtempSync(join(tmpdir(), "firsthand-site-"));
  const web = join(folder, "web");
  writeApp(
    web,
    "<!doctype html><title>{{providerName}}</title><meta content={{interviews}}><meta content={{recording}}>{{other}}",
  );
  writeFileSync(join(web, "index.es.html"), "<!doctype html><html lang=es><title>{{providerName}}</title>");
  writeApp(join(folder, "console"), "<!doctype html><title>Console of {{providerName}}</title>");
  writeApp(join(folder, "preview"), "<!doctype html><title>Preview of {{providerName}}</title>");
  writeFileSync(join(web, "sw.js"), "const kept = [`{{interviews}}`, '{{pages}}', \"{{version}}\"];\n");
  writeFileSync(join(web, "robots.txt"), "User-agent: *\nDisallow: /\n");
  writeFileSync(join(folder, "secret"), "outside");
  return {
    folder,
    site: openSite(
      {
        providerName,
        interview: {
          definitions: new Map([
            ["en", { hash: "h4sh" }],
            ["es", { hash: "h5sh" }],
          ]),
          minutes: "35",
        },
        dictation: "browser",
        recording: "kept",
        openIdName: "",
        passkeys: "off",
        passwords: "on",
        signInLinks: () => "off",
        provided: noInterviewFile,
      },
      folder,
    ),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

function writeApp(folder: string, page: string): void {
  mkdirSync(join(folder, "assets"), { recursive: true });
  writeFileSync(join(folder, "index.html"), page);
  writeFileSync(join(folder, "assets", "app-1a2b.js"), "export {};\n");
}
