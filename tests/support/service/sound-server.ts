import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { SPOKEN_FILE } from "../data/spoken-take.ts";
import { endProcess } from "./end-process.ts";

/** No test hears the room of the machine that it runs on. */
export const NO_SOUND = { PULSE_SERVER: "unix:/nowhere" };

export type SoundServer = Awaited<ReturnType<typeof startSoundServer>>;

/**
 * PulseAudio without hardware, of a test's own: a loudspeaker that nobody hears, and a microphone in a quiet room where
 * the spoken fixture can be played. Browsers take both for real ones.
 */
export async function startSoundServer() {
  const folder = mkdtempSync(join(tmpdir(), "firsthand-sound-"));
  const address = `unix:${join(folder, "socket")}`;
  const env = { ...process.env, HOME: folder, XDG_RUNTIME_DIR: folder, PULSE_SERVER: address };
  const modules = [
    `module-native-protocol-unix socket=${join(folder, "socket")} auth-anonymous=1`,
    "module-null-sink sink_name=loudspeaker",
    "module-null-sink sink_name=room",
    // a loudspeaker's monitor is no microphone to browsers
    "module-remap-source master=room.monitor source_name=microphone",
  ];
  const server = spawn(
    "pulseaudio",
    ["-n", "--daemonize=no", "--exit-idle-time=-1", ...modules.map((module) => `--load=${module}`)],
    { env: { ...env, PULSE_SERVER: undefined }, stdio: "ignore" },
  );
  await vi.waitFor(() => run("pactl", ["info"]), { timeout: 10_000 });
  await run("pactl", ["set-default-sink", "loudspeaker"]);
  await run("pactl", ["set-default-source", "microphone"]);

  async function run(program: string, args: string[]): Promise<void> {
    const [code] = await once(spawn(program, args, { env, stdio: "ignore" }), "exit");
    if (code !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${code}`);
  }

  return {
    /** Where a browser finds it. */
    env: { PULSE_SERVER: address },
    /** Settles when the sentence of the fixture has been spoken, once, into the microphone. */
    speak: () => run("paplay", ["--device=room", SPOKEN_FILE]),
    async close(): Promise<void> {
      await endProcess(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
