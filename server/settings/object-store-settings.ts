import { isIP } from "node:net";
import type { BucketTexts } from "../object-store/bucket-texts.ts";
import { bareHost } from "../outgoing/bare-host.ts";

/** Parsers for the object store's settings. Each throws an Error that says what is expected. */

/** The same settings for the store of backup copies. */
export type BackupBucketTexts = {
  [Name in keyof BucketTexts as `backup${Capitalize<Name>}`]: BucketTexts[Name];
};

export function backupBucketTexts(parsed: BackupBucketTexts): BucketTexts {
  return {
    s3Endpoint: parsed.backupS3Endpoint,
    s3Bucket: parsed.backupS3Bucket,
    s3KeyId: parsed.backupS3KeyId,
    s3Secret: parsed.backupS3Secret,
    s3Region: parsed.backupS3Region,
    s3Addressing: parsed.backupS3Addressing,
  };
}

/** An invalid address is not quoted in the error, because it may contain a secret. */
export function parseEndpoint(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash) {
    throw new Error("expected an address such as https://s3.eu-central-1.amazonaws.com.");
  }
  // the address is printed, so it must not contain credentials
  if (url.username || url.password)
    throw new Error("put the credentials into the settings that end in KEY_ID and SECRET.");
  if (url.pathname !== "/")
    throw new Error("expected no path; put the bucket into the setting that ends in BUCKET.");
  return url.origin;
}

export function parseBucket(text: string | undefined): string | undefined {
  // S3's rules for new buckets; looser names could not be part of a host name
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

/** An invalid value is not quoted in the error, because it is still a secret. */
export function parseBucketCredential(text: string | undefined): string | undefined {
  if (text !== undefined && !/^[\x21-\x7e]{1,512}$/.test(text))
    throw new Error("expected the value from the object store, without spaces or line breaks.");
  return text;
}

const NEEDED = {
  s3Endpoint: "ENDPOINT",
  s3Bucket: "BUCKET",
  s3KeyId: "KEY_ID",
  s3Secret: "SECRET",
} as const;

/** Settings that are missing or conflict. `prefix` begins the names of these settings. */
export function bucketProblems(prefix: string, texts: BucketTexts): string[] {
  const names = Object.keys(NEEDED) as (keyof typeof NEEDED)[];
  const unset = names.filter((name) => texts[name] === undefined);
  if (unset.length === names.length) return [];
  const problems = unset.map(
    (name) => `${prefix}${NEEDED[name]}: missing. Object storage needs all four settings.`,
  );
  const { s3Endpoint, s3Bucket = "", s3Addressing } = texts;
  if (s3Addressing === "path" || s3Endpoint === undefined) return problems;
  const { hostname, protocol } = new URL(s3Endpoint);
  if (isIP(bareHost({ hostname })) !== 0 || hostname === "localhost")
    problems.push(`${prefix}ADDRESSING: host needs an endpoint with a host name. Use path.`);
  else if (protocol === "https:" && s3Bucket.includes("."))
    problems.push(
      `${prefix}ADDRESSING: certificates don't cover buckets with dots, such as "${s3Bucket}". Use path.`,
    );
  return problems;
}
