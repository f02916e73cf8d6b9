/** Two revisions of a client's record; 0 stands for nothing saved. */
export type ComparedRevisions = { from: number; to: number };

/** The page that compares two revisions of a client's record. */
export function historyAddress(clientId: string, compared?: ComparedRevisions): string {
  const address = `/clients/${clientId}/history`;
  return compared ? `${address}?from=${compared.from}&to=${compared.to}` : address;
}
