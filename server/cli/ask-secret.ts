import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

/** Asks on standard error without echoing what is typed. Returns an empty text if standard input has ended. */
export async function askSecret(question: string): Promise<string> {
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({
    input: process.stdin,
    output: unseen,
    // keeps the terminal from echoing too
    terminal: process.stdin.isTTY,
  });
  // asked only now, because until this point the terminal echoes what is typed
  process.stderr.write(`${question}: `);
  const ended = new Promise<string>((settle) => terminal.once("close", () => settle("")));
  const typed = await Promise.race([terminal.question(""), ended]);
  terminal.close();
  process.stderr.write("\n");
  return typed;
}
