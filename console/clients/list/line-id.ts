/** The element ID of a client's row, by which the row is focused. */
export function lineId(clientId: string): string {
  return `line-${clientId}`;
}
