import { AsyncLocalStorage } from "node:async_hooks";

type Output = { stdout: Buffer[]; stderr: Buffer[] };

/** Set only inside `captureOutput`; all else is written as ever. */
const capturing = new AsyncLocalStorage<Output>();

for (const name of ["stdout", "stderr"] as const) {
  const stream = process[name];
  const writeOn = stream.write.bind(stream);
  const write: typeof stream.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    const output = capturing.getStore();
    if (!output) return writeOn(chunk, ...(rest as []));
    output[name].push(Buffer.from(chunk));
    const written = rest.findLast((each) => typeof each === "function");
    if (written) process.nextTick(written);
    return true;
  };
  stream.write = write;
}

/** What is written to the standard output and the standard error while `act` runs, by all that it starts. */
export async function captureOutput<Result>(act: () => Promise<Result>) {
  const output: Output = { stdout: [], stderr: [] };
  const result = await capturing.run(output, act);
  const textOf = (chunks: Buffer[]) => Buffer.concat(chunks).toString();
  return { result, stdout: textOf(output.stdout), stderr: textOf(output.stderr) };
}
