import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Ran } from "./bare-machine.ts";

/** Machines with a newly installed Debian and systemd, and nothing else. They share this machine's network. */

const RELEASE = "bookworm";
const DEBOOTSTRAP = "/usr/sbin/debootstrap";
const PACKAGES = "systemd,systemd-sysv,ca-certificates";
/** The settings by which this machine's apt reaches the mirror. */
const APT_CONNECTION = /^Acquire::(Check-|Retries|https?::).*$/gm;
const NAMESPACES = ["--mount", "--pid", "--uts", "--ipc"];
/** Certificates that Node.js programs trust on the machines, besides the public ones. */
const AUTHORITIES = "/etc/ssl/authorities-of-the-test.pem";
const PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/**
 * Becomes the first process of a machine with the folder `$1`, the control group `$2` and the packages in `$3`. All
 * mounts are in its namespace and end with it. The kernel's settings are read-only, because systemd would otherwise
 * change this machine's settings.
 */
const BOOT = `set -e
mkdir "$2" && echo 0 > "$2/cgroup.procs"
mount --make-rprivate /
mount --bind "$1" "$1" && cd "$1"
mount --bind "$3" var/cache/apt/archives
mount -t proc proc proc
mount --bind proc/sys proc/sys && mount -o remount,bind,ro proc/sys
mount -t sysfs -o ro sysfs sys
mount -t tmpfs -o mode=755 tmpfs dev
for name in full null random tty urandom zero; do
  touch dev/$name && mount --bind /dev/$name dev/$name
done
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts dev/pts
mount -t tmpfs -o mode=1777 tmpfs dev/shm
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
for number in 0 1 2; do ln -s /proc/self/fd/$number dev/$(echo stdin stdout stderr | cut -d " " -f $((number + 1))); done
mount -t tmpfs -o mode=755 tmpfs run
mount -t tmpfs -o mode=1777 tmpfs tmp
exec unshare --cgroup sh -c "$BOOT_IN_GROUP"
`;
const BOOT_IN_GROUP = `set -e
mount -t cgroup2 cgroup2 sys/fs/cgroup
mkdir -p run/outside && pivot_root . run/outside
umount -l /run/outside && rmdir /run/outside
exec env -i container=test /lib/systemd/systemd --log-target=journal
`;

/** Why such a machine cannot run here, or undefined if it can. */
export function debianProblem(): string | undefined {
  if (process.getuid?.() !== 0) return "this user is not root";
  if (!existsSync(DEBOOTSTRAP)) return "debootstrap is not installed";
  if (controlGroups() === undefined) return "no control groups of version 2 are mounted";
  if (spawnSync("unshare", [...NAMESPACES, "--cgroup", "--fork", "true"]).status !== 0)
    return "this user may make no namespaces";
  const mirror = mirrorOfApt();
  if (mirror === undefined) return `apt has no source for Debian ${RELEASE}`;
  return canFetch(`${mirror}dists/${RELEASE}/Release`) ? undefined : "the mirror of Debian cannot be reached";
}

/** The mirror that this machine's own packages come from. */
function mirrorOfApt(): string | undefined {
  const asked = ["indextargets", "--format", "$(REPO_URI) $(RELEASE) $(COMPONENT)", "Created-By: Packages"];
  const { stdout } = spawnSync("apt-get", asked, { encoding: "utf8" });
  return new RegExp(`^(\\S+) ${RELEASE} main$`, "m").exec(stdout)?.[1];
}

function canFetch(url: string): boolean {
  const folder = mkdtempSync(join(tmpdir(), "firsthand-mirror-"));
  const { status } = spawnSync("/usr/lib/apt/apt-helper", ["download-file", url, join(folder, "file")]);
  rmSync(folder, { recursive: true });
  return status === 0;
}

function controlGroups(): string | undefined {
  const { stdout } = spawnSync("findmnt", ["-rn", "-o", "TARGET", "-t", "cgroup2"], { encoding: "utf8" });
  return stdout.split("\n")[0] || undefined;
}

export type DebianMachine = Awaited<ReturnType<typeof startMachine>>;

/** Installs Debian once; each machine gets a copy, and each package is fetched once for all machines. */
export function installDebian() {
  const folder = mkdtempSync(join(tmpdir(), "firsthand-debian-"));
  const installed = join(folder, "installed");
  const packages = join(folder, "packages");
  mkdirSync(packages);
  const machines: DebianMachine[] = [];
  try {
    const options = ["--variant=minbase", `--include=${PACKAGES}`, `--cache-dir=${packages}`];
    execFileSync(DEBOOTSTRAP, [...options, RELEASE, installed, mirrorOfApt() ?? ""], { stdio: "pipe" });
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }

  return {
    folder,
    /** Starts a separate machine with this domain name; `prepare` puts files into its folder before the start. */
    async start(domain: string, prepare: (root: string) => void): Promise<DebianMachine> {
      const root = join(folder, `machine-${machines.length + 1}`);
      execFileSync("cp", ["--archive", "--reflink=auto", installed, root]);
      connect(root, domain);
      prepare(root);
      const machine = await startMachine(root, packages);
      machines.push(machine);
      return machine;
    },
    async remove(): Promise<void> {
      for (const machine of machines) await machine.stop();
      // removes only the files on this file system, since all mounts are gone with their machine
      execFileSync("rm", ["--recursive", "--one-file-system", folder]);
    },
  };
}

export type InstalledDebian = ReturnType<typeof installDebian>;

/** Gives a machine this machine's way to the mirror, and a domain name that points to the machine itself. */
function connect(root: string, domain: string): void {
  copyFileSync("/etc/resolv.conf", join(root, "etc/resolv.conf"));
  writeFileSync(join(root, "etc/hosts"), `127.0.0.1 localhost ${domain}\n`);
  const settings = execFileSync("apt-config", ["dump", "Acquire"], { encoding: "utf8" });
  const connection = settings.match(APT_CONNECTION) ?? [];
  writeFileSync(join(root, "etc/apt/apt.conf.d/50connection"), `${connection.join("\n")}\n`);
  // the packages need not survive a power cut, and waiting for the disk takes minutes
  writeFileSync(join(root, "etc/dpkg/dpkg.cfg.d/unsafe-io"), "force-unsafe-io\n");
  writeFileSync(join(root, AUTHORITIES), "");
  const ofAllServices = `[Manager]\nDefaultEnvironment=NODE_EXTRA_CA_CERTS=${AUTHORITIES}\n`;
  mkdirSync(join(root, "etc/systemd/system.conf.d"), { recursive: true });
  writeFileSync(join(root, "etc/systemd/system.conf.d/authorities.conf"), ofAllServices);
}

async function startMachine(root: string, packages: string) {
  const group = join(controlGroups() ?? "", `firsthand-test-${process.pid}-${Date.now()}`);
  // ends the machine with the test, however the test ends
  const args = ["--pdeathsig", "KILL", "unshare", ...NAMESPACES, "--fork", "--kill-child"];
  const outside = spawn("setpriv", [...args, "sh", "-c", BOOT, "sh", root, group, packages], {
    env: { PATH, BOOT_IN_GROUP },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const first = await firstProcessOf(outside);

  const machine = {
    root,
    /** Runs lines of a shell as root with `typed` as the only input. */
    run: (script: string, typed = ""): Promise<Ran> => runWithin(first, script, typed),
    /** Reads a file of the machine. */
    read: (path: string) => readFileSync(join(root, path)),
    /** Node.js programs on the machine trust this certificate from their next start on. */
    trust: (certificate: Buffer) => appendFileSync(join(root, AUTHORITIES), certificate),
    /** Stops the machine as a power cut does; its disk stays. */
    async stop(): Promise<void> {
      if (outside.exitCode === null && outside.signalCode === null) {
        const ended = once(outside, "exit");
        outside.kill("SIGKILL");
        await ended;
      }
      await dropGroup(group);
    },
  };
  await untilStarted(machine);
  return machine;
}

async function firstProcessOf(outside: ChildProcess): Promise<number> {
  const children = `/proc/${outside.pid}/task/${outside.pid}/children`;
  for (;;) {
    if (outside.exitCode !== null) throw new Error("The machine has not started");
    const [child] = readFileSync(children, "utf8").split(" ");
    if (child) return Number(child);
    await setTimeout(20);
  }
}

function runWithin(first: number, script: string, typed: string): Promise<Ran> {
  const entering = [
    "--target",
    `${first}`,
    "--mount",
    "--pid",
    "--uts",
    "--ipc",
    "--cgroup",
    "--root",
    "--wd",
  ];
  const env = [`PATH=${PATH}`, "HOME=/root", `NODE_EXTRA_CA_CERTS=${AUTHORITIES}`];
  const args = [...entering, "--", "env", "-i", ...env, "/bin/sh", "-c", script];
  return new Promise((settle) => {
    const child = execFile("nsenter", args, (error, stdout, stderr) =>
      settle({ status: Number(error?.code ?? 0), stdout, stderr }),
    );
    child.stdin?.end(typed);
  });
}

async function untilStarted({ run }: { run: (script: string) => Promise<Ran> }): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const { stdout, stderr } = await run("systemctl is-system-running --wait");
    if (stdout === "running\n") return;
    if (stdout === "degraded\n") throw new Error((await run("systemctl --failed")).stdout);
    if (Date.now() > deadline) throw new Error(`systemd has not started: ${stdout}${stderr}`);
    await setTimeout(100);
  }
}

/** Removes the control group, which is empty only a moment after its last process has ended. */
async function dropGroup(group: string): Promise<void> {
  if (!existsSync(group)) return;
  const deadline = Date.now() + 10_000;
  for (;;) {
    try {
      dropFolders(group);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EBUSY" || Date.now() > deadline) throw error;
      await setTimeout(50);
    }
  }
}

function dropFolders(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) dropFolders(join(folder, entry.name));
  rmdirSync(folder);
}
