/**
 * Where sealed bytes lie, each below its owner. Bytes that somebody moves to another place in the tables do not open
 * there. Never changed once released.
 */
export const sealingContexts = {
  draftKey: "draft-key",
  helperName: (helperId: string) => `helper-name/${helperId}`,
  helperDraftKey: (helperId: string) => `helper-draft-key/${helperId}`,
  /** A record, in its history and as a submission. */
  record: (revision: number) => `record/${revision}`,
  takePart: (takeId: string, part: number) => `take-part/${takeId}/${part}`,
  audioPiece: (takeId: string, piece: number) => `audio/${takeId}/${piece}`,
  /** In object storage. Bound to the object's key too: what an earlier object held does not open in a later one. */
  objectPiece: (takeId: string, objectKey: string, piece: number) => `object/${takeId}/${objectKey}/${piece}`,
  transcript: (takeId: string) => `transcript/${takeId}`,
  followUpEntry: (questionId: string, entry: number) => `thread/${questionId}/${entry}`,
  marks: (managerId: string) => `marks/${managerId}`,
  shareRecipient: (shareId: string) => `share-recipient/${shareId}`,
  /** Of a half-written follow-up. */
  draft: (managerId: string, place: string) => `draft/${managerId}/${place}`,
  fieldValue: (fieldId: string) => `field/${fieldId}`,
  note: (noteId: string) => `note/${noteId}`,
  webhookMessage: (messageId: string) => `webhook-message/${messageId}`,
  mailWords: (mailId: string) => `mail-words/${mailId}`,
  bulkParams: (bulkId: string) => `bulk-params/${bulkId}`,
  secondFactor: (managerId: string) => `second-factor/${managerId}`,
  webhookAddress: (webhookId: string) => `webhook-address/${webhookId}`,
  /** Also of one that is replaced. */
  webhookSecret: (webhookId: string) => `webhook-secret/${webhookId}`,
  setting: (name: string) => `setting/${name}`,
  repeatableAnswer: (caller: string, keyHash: string) => `repeatable-answer/${caller}/${keyHash}`,
};
