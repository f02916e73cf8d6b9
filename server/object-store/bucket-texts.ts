/** How the names of these settings begin, of the store for recordings and of the one for copies of backups. */
export const RECORDINGS_PREFIX = "FIRSTHAND_S3_";
export const BACKUPS_PREFIX = "FIRSTHAND_BACKUP_S3_";

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
