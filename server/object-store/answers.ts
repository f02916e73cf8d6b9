/** What a store's answers say, as far as it is used. They are XML of a few fixed forms; what is in another form is no answer. */

/** `bytes`: how long it is. */
export type ListedObject = { key: string; bytes: number };

type ListPage = {
  objects: ListedObject[];
  /** Leads to the next page; undefined on the last one. */
  next: string | undefined;
};

/** An error's, such as `NoSuchBucket`: one word, as it goes to the log. */
export function codeOf({ body }: { body: Buffer }): string | undefined {
  const text = body.subarray(0, 4_096).toString("utf8");
  return /^(?:<\?xml[^>]*\?>)?\s*<Error\b/.test(text)
    ? /<Code>([A-Za-z0-9]{1,60})<\/Code>/.exec(text)?.[1]
    : undefined;
}

/** Of ListObjectsV2. Undefined where the text is not such a page. */
export function listPageOf(text: string): ListPage | undefined {
  const result = /<ListBucketResult\b[^>]*>([\s\S]*)<\/ListBucketResult>\s*$/.exec(text)?.[1];
  if (result === undefined) return undefined;
  const contents = [...result.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)];
  const objects = contents.flatMap(([, entry = ""]) => objectIn(entry) ?? []);
  const isTruncated = textIn(result, "IsTruncated") === "true";
  const next = textIn(result, "NextContinuationToken");
  if (objects.length < contents.length || (isTruncated && !next)) return undefined;
  return { objects, next: isTruncated ? next : undefined };
}

function objectIn(entry: string): ListedObject | undefined {
  const key = textIn(entry, "Key");
  const size = textIn(entry, "Size");
  return key !== undefined && /^\d{1,15}$/.test(size ?? "") ? { key, bytes: Number(size) } : undefined;
}

/** Of CreateMultipartUpload: by what its parts name it. Undefined where the text is not such an answer. */
export function uploadIdIn(text: string): string | undefined {
  return /<InitiateMultipartUploadResult\b/.test(text) ? textIn(text, "UploadId") : undefined;
}

/** Whether CompleteMultipartUpload has put the parts together; a refusal may come with status 200. */
export function isCompleted(text: string): boolean {
  return /<CompleteMultipartUploadResult\b/.test(text);
}

function textIn(xml: string, element: string): string | undefined {
  const text = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1];
  return text?.replace(/&(amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});/gi, (_, name: string) =>
    characterOf(name),
  );
}

const NAMED: { [name: string]: string } = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function characterOf(name: string): string {
  const named = NAMED[name.toLowerCase()];
  if (named !== undefined) return named;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : "\ufffd";
}
