import { AsyncLocalStorage } from "node:async_hooks";

type Output = { stdout: Buffer[]; stderr: Buffer[] };

/** Set only inside `captureOutput`; any other output is written as usual. */
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

/** Captures what is written to standard output and standard error while `act` and everything that it starts runs. */
export async function captureOutput<Result>(act: () => Promise<Result>) {
  const output: Output = { stdout: [], stderr: [] };
  const result = await capturing.run(output, act);
  const textOf = (chunks: Buffer[]) => Buffer.concat(chunks).toString();
  return { result, stdout: textOf(output.stdout), stderr: textOf(output.stderr) };
}
