import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

/** Asks on standard error, and shows nothing of what is typed. Empty where standard input has ended. */
export async function askSecret(question: string): Promise<string> {
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({
    input: process.stdin,
    output: unseen,
    // a terminal then repeats nothing on its side either
    terminal: process.stdin.isTTY,
  });
  // not before: the terminal itself repeats what is typed until then
  process.stderr.write(`${question}: `);
  const ended = new Promise<string>((settle) => terminal.once("close", () => settle("")));
  const typed = await Promise.race([terminal.question(""), ended]);
  terminal.close();
  process.stderr.write("\n");
  return typed;
}
