/** Prefixes of the settings: for the store of recordings, and for the store of backup copies. */
export const RECORDINGS_PREFIX = "FIRSTHAND_S3_";
export const BACKUPS_PREFIX = "FIRSTHAND_BACKUP_S3_";

/** Whether the bucket's name is in the path or in the host name. */
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
