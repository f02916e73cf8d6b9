import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { serverProcess } from "./server-process.ts";

/** The product as a separate process that reports its memory. */
export async function measuredServer(settings: { [name: string]: string } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "firsthand-memory-"));
  const socket = join(folder, "socket");
  const server = await serverProcess({
    NODE_OPTIONS: `--import=${join(import.meta.dirname, "../faults/tell-memory.ts")}`,
    TELL_MEMORY_AT: socket,
    ...settings,
  });
  await server.start();
  const report = async () => JSON.parse(await text(connect(socket))) as { held: number };
  return {
    url: server.url,
    signIn: server.signIn,
    /** The bytes that remain after all garbage is collected. */
    memory: async (): Promise<number> => (await report()).held,
    async close(): Promise<void> {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type MeasuredServer = Awaited<ReturnType<typeof measuredServer>>;
