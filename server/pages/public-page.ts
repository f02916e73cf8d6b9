import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Language } from "#contract/languages.ts";
import { Markup, markup } from "#contract/markup.ts";
import { packageFolder } from "../runtime/package.ts";
import type { Config } from "../settings/config.ts";

/** `policy` is the Content-Security-Policy header of the page. */
export type PublicPage = { html: string; policy: string };

/** The provider of the page: name, colors and logo. */
export type PageOwner = Pick<Config, "providerName" | "provided">;

type PublicPageParts = {
  owner: PageOwner;
  language: Language;
  title: string;
  content: Markup;
  /** Whether the page has a form, which can be sent to this server only. */
  hasForm?: boolean;
  /** The address of the page's only script, which may call this server only. */
  script?: string;
  /** The address of a style sheet that replaces the inline styles. */
  stylesheet?: string;
};

/** A page in the product's design (`web/ui/Logo.tsx` draws the same mark), excluded from search engines. */
export function publicPage({
  owner,
  language,
  title,
  content,
  hasForm = false,
  script,
  stylesheet,
}: PublicPageParts): PublicPage {
  const inPage = stylesheet === undefined ? [publicStyles(), owner.provided.theme] : [];
  const styles = inPage.filter((style) => style !== "");
  const page = markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<title>${title}</title>
${new Markup(styles.map((style) => `<style>${style}</style>`).join("\n"))}${stylesheet !== undefined && markup`<link rel="stylesheet" href="${stylesheet}">`}
</head>
<body>
<header>
<span class="logo">${LOGO}</span>
${owner.providerName}
</header>
<main>
${content}
</main>
${script !== undefined && markup`<script src="${script}"></script>`}
</body>
</html>
`;
  return { html: page.html, policy: policyOf(styles, { hasForm, script }) };
}

/** For a page without inline styles or scripts. */
export const PLAIN_POLICY = policyOf([], { hasForm: false, script: undefined });

const LOGO = new Markup(
  `<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><rect class="sheet" x="1" y="2" width="30" height="28" rx="8"/><path class="stroke" d="M14 9.5c-3.4 1-5 3.6-5 7v4.2h5.2v-5.2H9.6M24 9.5c-3.4 1-5 3.6-5 7v4.2h5.2v-5.2h-4.6"/></svg>`,
);

function policyOf(
  styles: string[],
  { hasForm, script }: { hasForm: boolean; script: string | undefined },
): string {
  const hashes = styles.map((style) => `'sha256-${hash("sha256", style, "base64")}'`);
  const allowed = hashes.length > 0 ? hashes.join(" ") : "'self'";
  const form = hasForm ? "'self'" : "'none'";
  const scripts =
    script === undefined ? "" : "script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; ";
  return `default-src 'none'; style-src ${allowed}; ${scripts}img-src 'self'; base-uri 'none'; form-action ${form}; frame-ancestors 'none'`;
}

let read: string | undefined;

/** Read once, because it is part of the package. */
export function publicStyles(): string {
  read ??= readFileSync(join(packageFolder, "server/pages/public-page.css"), "utf8");
  return read;
}
