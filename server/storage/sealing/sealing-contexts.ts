/**
 * The place of sealed bytes, within their owner. Bytes that are moved to another place in the tables cannot be unsealed
 * there. Never change a place after its release.
 */
export const sealingContexts = {
  draftKey: "draft-key",
  helperName: (helperId: string) => `helper-name/${helperId}`,
  helperDraftKey: (helperId: string) => `helper-draft-key/${helperId}`,
  /** A record, in its history and as a submission. */
  record: (revision: number) => `record/${revision}`,
  takePart: (takeId: string, part: number) => `take-part/${takeId}/${part}`,
  audioPiece: (takeId: string, piece: number) => `audio/${takeId}/${piece}`,
  /**
   * In object storage. Also bound to the object's key, so that an earlier object's bytes cannot be unsealed in a later
   * object.
   */
  objectPiece: (takeId: string, objectKey: string, piece: number) => `object/${takeId}/${objectKey}/${piece}`,
  transcript: (takeId: string) => `transcript/${takeId}`,
  followUpEntry: (questionId: string, entry: number) => `thread/${questionId}/${entry}`,
  marks: (managerId: string) => `marks/${managerId}`,
  shareRecipient: (shareId: string) => `share-recipient/${shareId}`,
  /** The draft of a follow-up. */
  draft: (managerId: string, place: string) => `draft/${managerId}/${place}`,
  fieldValue: (fieldId: string) => `field/${fieldId}`,
  note: (noteId: string) => `note/${noteId}`,
  webhookMessage: (messageId: string) => `webhook-message/${messageId}`,
  mailWords: (mailId: string) => `mail-words/${mailId}`,
  bulkParams: (bulkId: string) => `bulk-params/${bulkId}`,
  secondFactor: (managerId: string) => `second-factor/${managerId}`,
  webhookAddress: (webhookId: string) => `webhook-address/${webhookId}`,
  /** Also for the previous secret. */
  webhookSecret: (webhookId: string) => `webhook-secret/${webhookId}`,
  setting: (name: string) => `setting/${name}`,
  repeatableAnswer: (caller: string, keyHash: string) => `repeatable-answer/${caller}/${keyHash}`,
};
