import type { DigestSectionName } from "#contract/manage/mail/digest.ts";
import type { Words } from "../../runtime/words.ts";
import type { Digest, DigestClient, DigestSection } from "../../storage/clients/client-digest.ts";
import type { MailList } from "../rendering/html-mail.ts";
import { isolatedText } from "../rendering/isolated-text.ts";

type ListOptions = {
  /** Without a trailing slash. */
  publicUrl: string;
  words: Pick<Words, "say">;
};

/** One list per section, with a link per client. */
export function digestLists({ sections }: Digest, options: ListOptions): MailList[] {
  return sections.map((section) => listOf(section, options));
}

function listOf(
  { section, clients, first }: DigestSection,
  { publicUrl, words: { say } }: ListOptions,
): MailList {
  const items = first.map((client) => ({
    label: isolatedText(client.name),
    address: addressOf(client, publicUrl),
  }));
  const more = clients - first.length;
  return {
    heading: say(`mail.digest.${section}`, { clients }),
    items,
    more:
      more > 0
        ? { label: say("mail.digest.more", { clients: more }), address: listAddress(section, publicUrl) }
        : undefined,
  };
}

/** The client's page; if a follow-up was answered, at its question. */
function addressOf({ clientId, questionId }: DigestClient, publicUrl: string): string {
  const page = `${publicUrl}/console/clients/${encodeURIComponent(clientId)}`;
  return questionId === null ? page : `${page}#question=${encodeURIComponent(questionId)}`;
}

/** The list in the console with the same filter. */
function listAddress(section: DigestSectionName, publicUrl: string): string {
  return `${publicUrl}/console/?filter=${section}`;
}

/** The list in plain text. */
export function listText({ heading, items, more }: MailList): string {
  const lines = items.map(({ label, address }) => `- ${label}\n  ${address}`);
  return [heading, ...lines, ...(more ? [`- ${more.label}\n  ${more.address}`] : [])].join("\n");
}

/** The sample for previews. */
export const SAMPLE_DIGEST: Digest = {
  clients: 2,
  sections: [
    { section: "news", clients: 1, first: [{ clientId: "cl_…", name: "Rosa’s Bakery", questionId: null }] },
    { section: "overdue", clients: 1, first: [{ clientId: "cl_…", name: "Ben’s Bikes", questionId: null }] },
  ],
};
