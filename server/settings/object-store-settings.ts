import { isIP } from "node:net";
import { bareHost } from "../outgoing/bare-host.ts";

/** How the texts of the object store's settings are read. Each throws an Error that says what is expected. */

/** Whether the bucket's name is part of the path, or of the host's name. */
export const bucketAddressings = ["path", "host"] as const;
export type BucketAddressing = (typeof bucketAddressings)[number];

export type BucketTexts = {
  s3Endpoint: string | undefined;
  s3Bucket: string | undefined;
  s3KeyId: string | undefined;
  s3Secret: string | undefined;
  s3Region: string;
  s3Addressing: BucketAddressing;
};

/** A wrong one is not quoted, since a secret may be part of it. */
export function parseEndpoint(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash) {
    throw new Error("expected an address such as https://s3.eu-central-1.amazonaws.com.");
  }
  // the address is printed
  if (url.username || url.password)
    throw new Error("put the credentials into FIRSTHAND_S3_KEY_ID and FIRSTHAND_S3_SECRET.");
  if (url.pathname !== "/") throw new Error("expected no path; put the bucket into FIRSTHAND_S3_BUCKET.");
  return url.origin;
}

export function parseBucket(text: string | undefined): string | undefined {
  // by the rules of S3 for new buckets; what is looser elsewhere would not survive in a host's name
  if (text !== undefined && !/^(?!.*\.\.)[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text))
    throw new Error(
      `expected the bucket's name, 3 to 63 lowercase letters, digits, dots and hyphens, not "${text}".`,
    );
  return text;
}

export function parseRegion(text = "us-east-1"): string {
  if (!/^[a-z0-9-]{1,40}$/.test(text))
    throw new Error(`expected a region such as eu-central-1, not "${text}".`);
  return text;
}

/** A wrong one is not quoted: it is a secret all the same. */
export function parseBucketCredential(text: string | undefined): string | undefined {
  if (text !== undefined && !/^[\x21-\x7e]{1,512}$/.test(text))
    throw new Error("expected the value from the object store, without spaces or line breaks.");
  return text;
}

const NEEDED = {
  s3Endpoint: "FIRSTHAND_S3_ENDPOINT",
  s3Bucket: "FIRSTHAND_S3_BUCKET",
  s3KeyId: "FIRSTHAND_S3_KEY_ID",
  s3Secret: "FIRSTHAND_S3_SECRET",
} as const;

/** What does not go together. */
export function bucketProblems(texts: BucketTexts): string[] {
  const names = Object.keys(NEEDED) as (keyof typeof NEEDED)[];
  const unset = names.filter((name) => texts[name] === undefined);
  if (unset.length === names.length) return [];
  const problems = unset.map((name) => `${NEEDED[name]}: missing. Object storage needs all four settings.`);
  const { s3Endpoint, s3Bucket = "", s3Addressing } = texts;
  if (s3Addressing === "path" || s3Endpoint === undefined) return problems;
  const { hostname, protocol } = new URL(s3Endpoint);
  if (isIP(bareHost({ hostname })) !== 0 || hostname === "localhost")
    problems.push("FIRSTHAND_S3_ADDRESSING: host needs an endpoint with a host name. Use path.");
  else if (protocol === "https:" && s3Bucket.includes("."))
    problems.push(
      `FIRSTHAND_S3_ADDRESSING: certificates don't cover buckets with dots, such as "${s3Bucket}". Use path.`,
    );
  return problems;
}
