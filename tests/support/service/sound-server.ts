import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { SPOKEN_FILE } from "../data/spoken-take.ts";
import { endProcess } from "./end-process.ts";

/** Keeps tests from hearing the room of the machine that they run on. */
export const NO_SOUND = { PULSE_SERVER: "unix:/nowhere" };

export type SoundServer = Awaited<ReturnType<typeof startSoundServer>>;

/**
 * PulseAudio without hardware for one test: a loudspeaker that makes no sound, and a microphone in a quiet room where
 * the spoken fixture can be played. Browsers take both for real devices.
 */
export async function startSoundServer() {
  const folder = mkdtempSync(join(tmpdir(), "firsthand-sound-"));
  const address = `unix:${join(folder, "socket")}`;
  const env = { ...process.env, HOME: folder, XDG_RUNTIME_DIR: folder, PULSE_SERVER: address };
  const modules = [
    `module-native-protocol-unix socket=${join(folder, "socket")} auth-anonymous=1`,
    "module-null-sink sink_name=loudspeaker",
    "module-null-sink sink_name=room",
    // browsers don't accept a loudspeaker's monitor as a microphone
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
    /** The variables by which a browser finds the sound server. */
    env: { PULSE_SERVER: address },
    /** Plays the fixture's sentence into the microphone once; settles at its end. */
    speak: () => run("paplay", ["--device=room", SPOKEN_FILE]),
    async close(): Promise<void> {
      await endProcess(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
