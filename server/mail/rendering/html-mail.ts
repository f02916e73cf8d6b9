import type { Language } from "#contract/languages.ts";
import { Markup, markup } from "#contract/markup.ts";
import type { MailLook } from "../../interview-file/mail-look.ts";

/** The Content-ID by which the HTML refers to the attached logo. */
export const LOGO_CID = "logo@firsthand";
const LOGO_HEIGHT_PX = 32;
/** Mail programs show about this much text after the subject in a list. */
const PREHEADER_LENGTH = 110;
const BETWEEN_BLOCKS = /\n{2,}/;

export type HtmlMail = {
  language: Language;
  subject: string;
  /** The mail as plain text, in blocks separated by blank lines. */
  text: string;
  /** Small print below the text: a sentence, and a link that stops these mails. */
  footer: MailFooter | undefined;
  providerName: string;
  look: MailLook;
  /** The parts of the text that become buttons. */
  buttons: MailButtons;
  /** Lists of links, keyed by the text of the block that each replaces. */
  lists?: ReadonlyMap<string, MailList>;
};

/** Keyed by the text that becomes the button: either an address on one line, or a label and an address on two lines. */
export type MailButtons = ReadonlyMap<string, MailLink>;

/** Links below a heading; `more` links to the remaining ones. */
export type MailList = { heading: string; items: MailLink[]; more: MailLink | undefined };
export type MailLink = { label: string; address: string };
export type MailFooter = { sentence: string; link: MailLink };

/** A part of a mail in its HTML form. */
export type MailBlock =
  | { kind: "text"; lines: string[] }
  | { kind: "button"; label: string; address: string };

/** Lines that stand for a button become the button; other lines of a block stay together. */
export function mailBlocks({ text, buttons }: Pick<HtmlMail, "text" | "buttons">): MailBlock[] {
  return text.split(BETWEEN_BLOCKS).flatMap((block) => {
    const blocks: MailBlock[] = [];
    const lines = block.split("\n");
    for (let place = 0; place < lines.length; place++) {
      const line = lines[place] ?? "";
      const named = buttons.get(`${line.trim()}\n${lines[place + 1]?.trim()}`);
      const button = named ?? buttons.get(line.trim());
      const last = blocks.at(-1);
      if (named) place++;
      if (button) blocks.push({ kind: "button", ...button });
      else if (last?.kind === "text") last.lines.push(line);
      else blocks.push({ kind: "text", lines: [line] });
    }
    return blocks;
  });
}

/** The mail as HTML: one column, no remote content, no tracking, light and dark. */
export function htmlMail(mail: HtmlMail): string {
  const { language, subject, text, footer, look, lists = new Map() } = mail;
  return markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
${new Markup(`<style>${stylesOf(look)}</style>`)}
</head>
<body class="paper" style="margin:0;padding:0;background:#faf6ef">
<div style="display:none;max-height:0;overflow:hidden">${preheaderOf(text.split(BETWEEN_BLOCKS))}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" style="background:#faf6ef"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;background:#fffdf9;border:1px solid #e4dccb;border-radius:18px"><tr><td class="ink" style="padding:32px 28px;font:16px/1.6 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;color:#1e2723">
${head(mail)}
${mailBlocks(mail).map((block) => blockOf(block, { look, lists }))}
</td></tr></table>
${footer && footerOf(footer)}
</td></tr></table>
</body>
</html>
`.html;
}

/** Colors for dark mode. The light colors are inline styles, which every mail program supports. */
function stylesOf({ dark: { accent, onAccent } }: MailLook): string {
  return `a{word-break:break-word}
@media (prefers-color-scheme:dark){.paper{background:#121715!important}.card{background:#1a211e!important;border-color:#2f3934!important}.ink{color:#f1ebdf!important}.muted{color:#a9b3ab!important}.button{background:${accent}!important}.button a{color:${onAccent}!important}.accent{color:${accent}!important}}`;
}

function head({ providerName, look: { logo, light } }: HtmlMail): Markup {
  if (logo)
    return markup`<img src="cid:${LOGO_CID}" alt="${providerName}" height="${LOGO_HEIGHT_PX}" width="${Math.round(logo.ratio * LOGO_HEIGHT_PX)}" style="display:block;margin:0 0 20px;border:0">`;
  return markup`<p class="accent" style="margin:0 0 20px;font-weight:600;color:${light.accent}">${providerName}</p>`;
}

/** The preview text for lists of mails: the second block, because the first is only a greeting. */
function preheaderOf([, first = ""]: string[]): string {
  const line = first.replaceAll(/\s+/g, " ");
  return line.length > PREHEADER_LENGTH ? `${line.slice(0, PREHEADER_LENGTH)}…` : line;
}

function blockOf(block: MailBlock, { look, lists }: Required<Pick<HtmlMail, "look" | "lists">>): Markup {
  if (block.kind === "button") return button(block.address, block.label, look);
  const list = lists.get(block.lines.join("\n"));
  return list ? linkList(list, look) : paragraph(block.lines);
}

function linkList({ heading, items, more }: MailList, look: MailLook): Markup {
  return markup`<h2 style="margin:24px 0 4px;font-size:16px;line-height:1.5">${heading}</h2>
<ul style="margin:0 0 16px;padding:0 0 0 20px">${items.map((each) => markup`<li style="margin:0;padding:4px 0">${linkTo(each, look)}</li>`)}${more && markup`<li style="margin:0;padding:4px 0;list-style:none">${linkTo(more, look)}</li>`}</ul>\n`;
}

function linkTo({ label, address }: MailLink, { light: { accent } }: MailLook): Markup {
  return markup`<a class="accent" href="${address}" style="color:${accent};word-break:break-word">${label}</a>`;
}

function paragraph(lines: string[]): Markup {
  const [first = "", ...others] = lines;
  return markup`<p style="margin:0 0 16px">${first}${others.map((line) => markup`<br>${line}`)}</p>\n`;
}

function button(address: string, label: string, { light: { accent, onAccent } }: MailLook): Markup {
  return markup`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 24px"><tr><td class="button" style="background:${accent};border-radius:12px"><a href="${address}" style="display:inline-block;padding:14px 24px;font-weight:600;color:${onAccent};text-decoration:none">${label}</a></td></tr></table>\n`;
}

function footerOf({ sentence, link: { label, address } }: MailFooter): Markup {
  return markup`<p class="muted" style="max-width:600px;margin:16px auto 0;font:13px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;color:#586159">${sentence} <a class="muted" href="${address}" style="color:#586159">${label}</a></p>`;
}
