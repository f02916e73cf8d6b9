/**
 * Parses the parts of an object store's answers that are used. They are XML in a few fixed forms; any other form is
 * rejected.
 */

/** `bytes`: the object's size. */
export type ListedObject = { key: string; bytes: number };

type ListPage = {
  objects: ListedObject[];
  /** The continuation token of the next page; undefined on the last page. */
  next: string | undefined;
};

/** The code of an error, such as `NoSuchBucket`: one word, safe to log. */
export function codeOf({ body }: { body: Buffer }): string | undefined {
  const text = body.subarray(0, 4_096).toString("utf8");
  return /^(?:<\?xml[^>]*\?>)?\s*<Error\b/.test(text)
    ? /<Code>([A-Za-z0-9]{1,60})<\/Code>/.exec(text)?.[1]
    : undefined;
}

/** A page of ListObjectsV2; undefined if the text is not such a page. */
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

/** The upload id from an answer to CreateMultipartUpload; undefined if the text is not such an answer. */
export function uploadIdIn(text: string): string | undefined {
  return /<InitiateMultipartUploadResult\b/.test(text) ? textIn(text, "UploadId") : undefined;
}

/** Whether CompleteMultipartUpload succeeded; an error may come with status 200. */
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
