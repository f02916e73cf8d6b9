import { execFile } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The files in /etc that programs of the system look up. */
const LOOKED_UP = [
  "alternatives",
  "fonts",
  "group",
  "gshadow",
  "ld.so.cache",
  "login.defs",
  "nsswitch.conf",
  "pam.d",
  "passwd",
  "shadow",
  "ssl",
];

export type Ran = { status: number; stdout: string; stderr: string };

/**
 * A separate machine as far as files and processes go, with this machine's system programs and nothing else that is
 * installed here, and without systemd. Everything that a command has started ends with the command.
 */
export function bareMachine() {
  const root = mkdtempSync(join(tmpdir(), "firsthand-machine-"));
  // every user must be able to enter the folder
  chmodSync(root, 0o755);
  for (const name of ["dev", "etc", "opt", "proc", "root", "run", "tmp", "usr", "var/lib", "commands"])
    mkdirSync(join(root, name), { recursive: true });
  for (const name of ["bin", "lib", "lib64", "sbin"]) symlinkSync(`usr/${name}`, join(root, name));
  for (const name of LOOKED_UP.filter((name) => existsSync(join("/etc", name))))
    cpSync(join("/etc", name), join(root, "etc", name), {
      recursive: true,
      verbatimSymlinks: true,
      force: true,
    });

  const mounts = [
    `mount --rbind /usr ${root}/usr`,
    // hides the programs that are installed on this machine
    `mount --bind ${root}/commands ${root}/usr/local/bin`,
    `mount -t proc proc ${root}/proc`,
    `mount --rbind /dev ${root}/dev`,
  ];
  const env = { PATH: "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", HOME: "/root" };

  return {
    root,
    /** Runs lines of a shell with `typed` as the only input. */
    run(script: string, typed = ""): Promise<Ran> {
      const entering = [...mounts, `exec chroot ${root} /bin/sh -c "$1"`].join(" && ");
      const args = ["--mount", "--pid", "--fork", "--kill-child", "/bin/sh", "-c", entering, "sh", script];
      return new Promise((settle) => {
        const child = execFile("unshare", args, { env }, (error, stdout, stderr) =>
          settle({ status: Number(error?.code ?? 0), stdout, stderr }),
        );
        child.stdin?.end(typed);
      });
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
