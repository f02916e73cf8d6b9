/** The link that carries a key. The fragment stays in the browser: no server and no log ever sees it. */
export function keyLink({ publicUrl }: { publicUrl: string }, accessKey: string): string {
  return `${publicUrl}/#key=${accessKey}`;
}
