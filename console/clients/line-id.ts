/** Of the element of a client's line, so that it can be focused. */
export function lineId(clientId: string): string {
  return `line-${clientId}`;
}
