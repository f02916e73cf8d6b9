import type { ClientSignIn } from "#contract/api/calls.ts";
import type { RecordInput } from "#contract/record/record.ts";

/** The calls of a client's browser, without its screens. */

type Written = { question: string; responses: { content: string }[] };
type Loaded = { data: Record<string, Written | object>; etag: string };

/** The answers of each written question, by question id. */
export async function readAnswers(url: string, accessKey: string): Promise<Map<string, string[]>> {
  const { data } = await load(url, await signIn(url, accessKey));
  const written = Object.values(data).filter(isWritten);
  return new Map(
    written.map(({ question, responses }) => [question, responses.map(({ content }) => content)]),
  );
}

type Saving = { accessKey: string; question: string; text: string; submit?: boolean };

/** Adds an answer to the record, and retries after a conflict, as the app does. */
export async function saveAnswer(url: string, saving: Saving): Promise<void> {
  const token = await signIn(url, saving.accessKey);
  while (!(await trySave(url, token, saving)));
}

async function trySave(url: string, token: string, { question, text, submit }: Saving): Promise<boolean> {
  const { data, etag } = await load(url, token);
  const entries = Object.entries(data).map(([name, entry]) =>
    isWritten(entry) && entry.question === question
      ? [name, { ...entry, responses: [...entry.responses, { content: text }] }]
      : [name, entry],
  );
  const response = await fetch(`${url}/v1/onboarding`, {
    method: "PUT",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", "if-match": etag },
    body: JSON.stringify({ data: Object.fromEntries(entries) as RecordInput, ...(submit && { submit }) }),
  });
  if (response.status === 412) return false;
  if (!response.ok) throw new Error(`A client's save: ${response.status} ${await response.text()}`);
  return true;
}

function isWritten(entry: object): entry is Written {
  return "responses" in entry;
}

async function signIn(url: string, key: string): Promise<string> {
  const response = await fetch(`${url}/v1/auth/exchange`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ key }),
  });
  if (!response.ok) throw new Error(`A client's sign-in: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { data: ClientSignIn }).data.accessToken;
}

async function load(url: string, token: string): Promise<Loaded> {
  const response = await fetch(`${url}/v1/onboarding`, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`A client's record: ${response.status} ${await response.text()}`);
  const { data } = (await response.json()) as { data: Loaded["data"] };
  return { data, etag: response.headers.get("etag") ?? "" };
}
