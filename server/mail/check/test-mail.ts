import { randomUUID } from "node:crypto";
import { type Language, languages } from "#contract/languages.ts";
import { wordsIn } from "../../runtime/words.ts";
import { htmlMail } from "../rendering/html-mail.ts";
import { headerName, isolatedText, unencodedText } from "../rendering/isolated-text.ts";
import { type MailSender, mailHeaders, type RenderedMail } from "../rendering/render-mail.ts";

/** A mail that shows that mail arrives. It is not in the mail log. */
export function testMail(
  { from, providerName, publicUrl, interviews, look }: MailSender,
  { sendTo, at }: { sendTo: string; at: number },
): RenderedMail {
  const [language = languages[0]] = interviews.keys() as Iterable<Language>;
  const { say } = wordsIn(language);
  const values = { provider: isolatedText(providerName), console: `${publicUrl}/console/` };
  const subject = say("mail.test.subject", values);
  const text = say("mail.test.text", values);
  const name = headerName(from.name ?? providerName);
  const button = { label: say("mail.toConsole"), address: values.console };
  const buttons = new Map([[button.address, button]]);
  return {
    messageId: `<ml_${randomUUID()}@${from.email.slice(from.email.lastIndexOf("@") + 1)}>`,
    from: { name, email: from.email },
    to: { name: "", email: sendTo },
    replyTo: undefined,
    subject: unencodedText(subject),
    text,
    html: htmlMail({ language, subject, text, footer: undefined, providerName, look, buttons }),
    logo: look.logo?.png,
    at,
    headers: mailHeaders(),
  };
}
