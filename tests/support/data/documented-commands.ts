import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../../..");

/** Commands that a reader runs together: a block of a page, or one command in its prose. */
export type CommandBlock = readonly string[];

const FENCE = /^( *)```(\w*)\n([\s\S]*?)^\1```/;
/** The languages of blocks with commands; blocks with output, settings and drawings have others. */
const COMMAND_LANGUAGES = ["", "sh"];
/** Requires arguments, since a bare name may be a file or a program that is only mentioned. */
const INLINE =
  /`((?:sudo |npx )?(?:\.\/)?(?:apt-get|certbot|chown|curl|docker|firsthand|git|journalctl|kubectl|npm|openssl|pg_dump|psql|rclone|sh|systemctl|unset) [^`\n]+)`/;
const BLOCK_OR_INLINE = new RegExp(`${FENCE.source}|${INLINE.source}`, "gm");

export const textOfPage = (page: string) => readFileSync(join(ROOT, page), "utf8");

/** The README and each page in `docs/`, except `others`. */
export function pagesBut(others: readonly string[]): string[] {
  const names = readdirSync(join(ROOT, "docs")).filter((name) => name.endsWith(".md"));
  return ["README.md", ...names.map((name) => `docs/${name}`)].filter((page) => !others.includes(page));
}

/** The command blocks in the order of the page; a repeated command is only in its first block. */
export function commandsOf(page: string): CommandBlock[] {
  const seen = new Set<string>();
  const isNew = (command: string) => !seen.has(command) && seen.add(command);
  return [...textOfPage(page).matchAll(BLOCK_OR_INLINE)]
    .map(([, indent, language = "", block, inline]) => {
      if (inline) return [inline];
      return COMMAND_LANGUAGES.includes(language) ? splitCommands(block, indent) : [];
    })
    .map((commands) => commands.filter(isNew))
    .filter((commands) => commands.length > 0);
}

/** The text of each block in one of these languages. */
export function blocksOf(page: string, ...languages: string[]): string[] {
  return [...textOfPage(page).matchAll(new RegExp(FENCE, "gm"))]
    .filter(([, , language = ""]) => languages.includes(language))
    .map(([, indent, , block]) => dedent(block, indent));
}

function splitCommands(block: string | undefined, indent: string | undefined): string[] {
  const commands: string[] = [];
  let begun = "";
  for (const line of dedent(block, indent).split("\n")) {
    begun += line;
    if (goesOn(begun)) {
      begun += "\n";
      continue;
    }
    const command = begun.replace(/ +# .*$/, "").trim();
    if (command !== "" && !command.startsWith("#")) commands.push(command);
    begun = "";
  }
  return commands;
}

/** Whether the command continues on the next line: after a backslash, or inside single quotes. */
const goesOn = (text: string) =>
  text.endsWith("\\") || (text.replaceAll("\\'", "").match(/'/g)?.length ?? 0) % 2 === 1;

const dedent = (block = "", indent = "") => block.replaceAll(new RegExp(`^${indent}`, "gm"), "");
