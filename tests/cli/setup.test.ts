import { execFile } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseSmtpUrl } from "../../server/settings/smtp-settings.ts";
import { mountProblem } from "../support/faults/small-disk.ts";
import { testUnless } from "../support/faults/test-unless.ts";
import { bareMachine } from "../support/service/bare-machine.ts";
import { fixedPort } from "../support/service/fixed-port.ts";
import { BARE, packRelease, unpackRelease } from "../support/service/packed-release.ts";

/** Sets up a machine from the release until it serves. */

const run = promisify(execFile);

const folder = mkdtempSync(join(tmpdir(), "firsthand-setup-"));
let program: string;
beforeAll(() => {
  const [tarball = ""] = packRelease(join(folder, "release"));
  program = unpackRelease(tarball, folder);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("setup", () => {
  const domain = "onboarding.example.com";
  const setUp = (args: string[], typed = "") =>
    new Promise<{ status: number; stdout: string; stderr: string }>((settle) => {
      const child = execFile(program, ["setup", ...args], { env: BARE }, (error, stdout, stderr) =>
        settle({ status: Number(error?.code ?? 0), stdout, stderr }),
      );
      child.stdin?.end(typed);
    });
  const newRoot = () => mkdtempSync(join(folder, "root-"));
  const within = (root: string) => readdirSync(root, { recursive: true, encoding: "utf8" });
  const ENVIRONMENT = "etc/firsthand/firsthand.env";

  test("says what it would do, and does nothing", async () => {
    const root = newRoot();
    const { status, stdout, stderr } = await setUp(["--domain", domain, "--root", root, "--dry-run"]);
    expect([status, stderr]).toEqual([0, ""]);
    const made = [
      "/etc/caddy/Caddyfile",
      "/opt/firsthand",
      "/etc/systemd/system/firsthand.service",
      "/usr/local/bin/firsthand",
      `/${ENVIRONMENT}`,
    ];
    const lines = stdout.trimEnd().split("\n");
    expect(lines.map((line) => line.replace(root, "").replace(/ \(Firsthand .*/, ""))).toEqual(
      made.map((path) => `Would make ${path}`),
    );
    expect(within(root)).toEqual([]);
  });

  test("installs program, settings, service, command and proxy, and does nothing the second time", async () => {
    const root = newRoot();
    const args = ["--domain", domain, "--email", "ops@example.com", "--root", root];
    expect(await setUp(args)).toMatchObject({ status: 0, stderr: "" });
    const { stdout } = await run(join(root, "opt/firsthand/firsthand"), ["--version"], { env: BARE });
    expect(stdout).toMatch(/^\d+\.\d+\.\d+ /);
    const settings = readFileSync(join(root, ENVIRONMENT), "utf8");
    expect(settings).toContain(`\nFIRSTHAND_PUBLIC_URL=https://${domain}\n`);
    expect(statSync(join(root, ENVIRONMENT)).mode & 0o777).toBe(0o600);
    const proxy = readFileSync(join(root, "etc/caddy/Caddyfile"), "utf8");
    expect(proxy).toContain("{\n\temail ops@example.com\n");
    expect(proxy).toMatch(/^onboarding\.example\.com \{$/m);
    expect(proxy).toContain("reverse_proxy 127.0.0.1:8080 {");
    expect((await setUp([...args, "--proxy", "caddy"])).stdout).toBe("Nothing to do.\n");
  });

  test.each(["nginx", "haproxy"])("configures %s for one server", async (proxy) => {
    const root = newRoot();
    const args = ["--domain", domain, "--port", "8090", "--proxy", proxy, "--root", root];
    expect(await setUp(args)).toMatchObject({ status: 0, stderr: "" });
    const [file = ""] = within(join(root, `etc/${proxy}`)).filter((name) => /\.(conf|cfg)$/.test(name));
    const text = readFileSync(join(root, `etc/${proxy}`, file), "utf8");
    expect(text).toContain("127.0.0.1:8090");
    expect(text).not.toMatch(/server two|:8080/);
  });

  test("asks before it replaces a file, and leaves people's own settings", async () => {
    const root = newRoot();
    const args = ["--root", root];
    await setUp([...args, "--domain", domain, "--port", "8090", "--proxy", "none"]);
    const file = join(root, ENVIRONMENT);
    const own = readFileSync(file, "utf8").replace(
      /^FIRSTHAND_TRUST_PROXY=.*$/m,
      "FIRSTHAND_TRUST_PROXY=10.0.0.7",
    );
    writeFileSync(file, `${own}FIRSTHAND_STUCK_DAYS=9\n`);
    expect((await setUp(args)).stdout).toMatch(/^Nothing to do\.\n/);
    const other = [...args, "--domain", "other.example.com"];
    for (const typed of ["no\n", ""]) {
      const refused = await setUp(other, typed);
      expect([refused.status, refused.stdout]).toEqual([1, ""]);
      expect(refused.stderr).toContain(`  change ${file}\n`);
      expect(refused.stderr).toMatch(/Nothing was changed\.\n$/);
    }
    const before = readFileSync(file, "utf8");
    expect(await setUp(other, "yes\n")).toMatchObject({ status: 0 });
    expect(readFileSync(file, "utf8")).toBe(before.replace(domain, "other.example.com"));
    expect(readFileSync(`${file}.before`, "utf8")).toBe(before);
  });

  test("a new port or name reaches the proxy, unless people have changed its file", async () => {
    const root = newRoot();
    const args = ["--root", root, "--yes"];
    await setUp([...args, "--domain", domain, "--email", "ops@example.com"]);
    const file = join(root, "etc/caddy/Caddyfile");
    expect((await setUp([...args, "--port", "8090"])).stdout).toContain(`Done: change ${file}\n`);
    const text = readFileSync(file, "utf8");
    expect(text).toContain("reverse_proxy 127.0.0.1:8090 {");
    expect(text).toContain("\temail ops@example.com\n");
    expect((await setUp(args)).stdout).toBe("Nothing to do.\n");
    writeFileSync(file, text.replace("5MiB", "6MiB"));
    const { stdout } = await setUp([...args, "--domain", "other.example.com"]);
    expect(stdout).toMatch(
      /\nMake your proxy send requests for https:\/\/other\.example\.com to 127\.0\.0\.1:8090\.\n$/,
    );
    expect(readFileSync(file, "utf8")).toContain("6MiB");
  });

  test("an upgrade installs the proxy file of the new release", async () => {
    const root = newRoot();
    const args = ["--root", root, "--yes"];
    await setUp([...args, "--domain", domain]);
    const file = join(root, "etc/caddy/Caddyfile");
    const text = readFileSync(file, "utf8");
    const template = join(root, "opt/firsthand/deploy/caddy/Caddyfile");
    // as an earlier release wrote these files
    for (const path of [file, template])
      writeFileSync(path, readFileSync(path, "utf8").replace("idle 2m", "idle 3m"));
    expect((await setUp(args)).stdout).toContain(`Done: change ${file}\n`);
    expect(readFileSync(file, "utf8")).toBe(text);
  });

  describe("mail", () => {
    const PASSWORD = "a % strange/pass:word";
    const SERVER = ["--smtp-url", "smtps://hello%40example.com@mail.example.com:465"];
    const SENDER = ["--mail-from", "Rosa's Bakery <hello@example.com>"];
    const setting = (name: string, root: string) =>
      new RegExp(`^${name}=(.*)$`, "m").exec(readFileSync(join(root, ENVIRONMENT), "utf8"))?.[1];

    test("is set up with one command, which asks for the password", async () => {
      const root = newRoot();
      const args = ["--root", root, "--yes"];
      await setUp([...args, "--domain", domain, "--port", "8090"]);
      const { status, stdout, stderr } = await setUp([...args, ...SERVER, ...SENDER], `${PASSWORD}\n`);
      expect([status, stdout]).toEqual([0, `Done: change ${join(root, ENVIRONMENT)}\n`]);
      expect(stderr).toBe("Password of hello@example.com at mail.example.com: \n");
      const url = setting("FIRSTHAND_SMTP_URL", root) ?? "";
      expect(parseSmtpUrl(url)).toMatchObject({ user: "hello@example.com", password: PASSWORD });
      expect(setting("FIRSTHAND_MAIL_FROM", root)).toBe("Rosa's Bakery <hello@example.com>");
      expect(setting("PORT", root)).toBe("8090");
      // a complete address asks for no password, and a setup without these options leaves the settings as they are
      const whole = ["--smtp-url", url, "--mail-from", '"Rosa\'s Bakery" <hello@example.com>'];
      for (const given of [whole, []])
        expect((await setUp([...args, ...given])).stdout).toBe("Nothing to do.\n");
    });

    test("is not asked for by a dry run", async () => {
      const root = newRoot();
      const args = ["--domain", domain, "--root", root, "--dry-run", ...SERVER, ...SENDER];
      expect(await setUp(args)).toMatchObject({ status: 0, stderr: "" });
      expect(within(root)).toEqual([]);
    });

    test("never shows a password typed at a terminal", async () => {
      const root = newRoot();
      const quoted = [program, "setup", "--domain", domain, "--root", root, ...SERVER, ...SENDER].map(
        (word) => `'${word.replaceAll("'", "'\\''")}'`,
      );
      const child = execFile("script", ["--quiet", "--return", "--command", quoted.join(" "), "/dev/null"], {
        env: BARE,
      });
      let shown = "";
      child.stdout?.on("data", (text: string) => {
        if (!shown.includes("Password of") && (shown + text).includes("Password of"))
          child.stdin?.write(`${PASSWORD}\n`);
        shown += text;
      });
      const [status] = await once(child, "close");
      expect([status, shown]).toEqual([0, expect.stringContaining(`Done: make ${join(root, ENVIRONMENT)}`)]);
      expect(shown).not.toMatch(/strange|pass:/);
      expect(parseSmtpUrl(setting("FIRSTHAND_SMTP_URL", root))).toMatchObject({ password: PASSWORD });
    });

    test.each<[string, string[], number, string]>([
      ["a server without a sender", SERVER, 1, "Mail needs both: --smtp-url"],
      ["a sender without a server", SENDER, 1, "Mail needs both: --smtp-url"],
      ["no password", [...SERVER, ...SENDER], 1, "A mail server's user needs a password."],
      [
        "another protocol",
        ["--smtp-url", "https://mail.example.com", ...SENDER],
        2,
        "beginning with smtp://",
      ],
      ["no address", ["--smtp-url", "mail.example.com", ...SENDER], 2, "beginning with smtp://"],
      ["a path", ["--smtp-url", "smtps://mail.example.com/a", ...SENDER], 2, "with nothing after the port"],
      ["a sender without an address", [...SERVER, "--mail-from", "Rosa"], 2, "Expected an email address"],
      [
        "a sender of two lines",
        [...SERVER, "--mail-from", "Rosa\nPORT=1 <a@b.example>"],
        2,
        "Expected an email",
      ],
      [
        "what systemd reads otherwise",
        [...SERVER, "--mail-from", "A\\B <a@b.example>"],
        2,
        "Leave out quotation",
      ],
    ])("refuses %s, and creates nothing", async (_what, args, expected, words) => {
      const root = newRoot();
      const { status, stderr } = await setUp(["--domain", domain, "--root", root, ...args]);
      expect([status, within(root)]).toEqual([expected, []]);
      expect(stderr).toContain(words);
    });
  });

  test("continues from where it stopped", async () => {
    const root = newRoot();
    const args = ["--domain", domain, "--proxy", "none", "--root", root];
    mkdirSync(join(root, "usr/local/bin/firsthand"), { recursive: true });
    const { status, stderr } = await setUp([...args, "--yes"]);
    expect(status).toBe(1);
    expect(stderr).toContain("Fix the problem, then run setup again. It continues from this step.");
    rmSync(join(root, "usr/local/bin/firsthand"), { recursive: true });
    const { stdout } = await setUp(args);
    const rest = ["usr/local/bin/firsthand", ENVIRONMENT].map((path) => `Done: make ${join(root, path)}\n`);
    expect(stdout).toMatch(new RegExp(`^${rest.join("")}Make your proxy`));
  });

  test("removes what it has created, and leaves people's own files", async () => {
    const root = newRoot();
    await setUp(["--domain", domain, "--proxy", "none", "--root", root]);
    mkdirSync(join(root, "var/lib/firsthand"), { recursive: true });
    const { status, stdout } = await setUp(["--uninstall", "--yes", "--root", root]);
    expect(status).toBe(0);
    expect(stdout).toContain(`Left in place: ${join(root, "var/lib/firsthand")}\n`);
    expect(within(join(root, "opt"))).toEqual([]);
    expect(within(join(root, "usr/local/bin"))).toEqual([]);
    expect(existsSync(join(root, ENVIRONMENT))).toBe(true);
    expect((await setUp(["--uninstall", "--root", root])).stdout).toMatch(
      /^Nothing to do\.\nLeft in place: /,
    );
  });

  test.each<[string, string[], number, string]>([
    ["no name", [], 1, "Add --domain onboarding.example.com."],
    ["an address", ["--domain", "https://onboarding.example.com"], 2, "Expected a name without https"],
    ["a name of one word", ["--domain", "onboarding"], 2, "Expected a name without https"],
    ["a shell in the name", ["--domain", "a.example;reboot"], 2, "Expected a name without https"],
    ["another proxy", ["--domain", domain, "--proxy", "apache"], 2, "Allowed choices are caddy, nginx"],
    ["a port of root's", ["--domain", domain, "--port", "80"], 2, "Expected a port from 1024 to 65535."],
    [
      "an email of two lines",
      ["--domain", domain, "--email", "a@b.example\n}"],
      2,
      "Expected an email address",
    ],
  ])("refuses %s, and creates nothing", async (_what, args, expected, words) => {
    const root = newRoot();
    const { status, stderr } = await setUp([...args, "--root", root]);
    expect([status, within(root)]).toEqual([expected, []]);
    expect(stderr).toContain(words);
  });

  testUnless(mountProblem())(
    "makes a bare machine serve, and each command uses the server's user and settings",
    { timeout: 120_000 },
    async () => {
      const machine = bareMachine();
      cpSync(join(program, ".."), join(machine.root, "tmp/release"), { recursive: true });
      // the machine shares its ports with this one
      const port = await fixedPort();
      const args = `--domain ${domain} --proxy none --port ${port}`;
      const set = await machine.run(`cd /tmp/release && ./firsthand setup ${args}`);
      expect(set.stdout).toContain("Done: make the system user firsthand\n");
      expect(set.stdout).toMatch(/^data folder +ok +\/var\/lib\/firsthand,/m);
      expect(set.stdout).toMatch(/Next: sudo firsthand manager add "Your name".*\n$/);
      const served = await machine.run(`
        firsthand serve > /tmp/log &
        until grep -q "Firsthand is ready" /tmp/log; do sleep 0.2; done
        firsthand manager add "Mia" --email mia@example.com --administrator
        cd /root && firsthand manager list --json && firsthand doctor
        stat -c "%U %a" /var/lib/firsthand /var/lib/firsthand/firsthand.db /etc/firsthand/firsthand.env`);
      expect(served.stdout).toContain(`https://${domain}/console/#link=`);
      expect(served.stdout).toContain('"email": "mia@example.com"');
      expect(served.stdout).toMatch(/^database +ok +\/var\/lib\/firsthand\/firsthand\.db/m);
      expect(served.stdout).toMatch(/firsthand 700\nfirsthand 600\nroot 600\n$/);
      // only where systemd-analyze is installed
      const checked = await machine.run(
        "! command -v systemd-analyze || systemd-analyze verify /etc/systemd/system/firsthand.service",
      );
      expect([checked.status, checked.stderr]).toEqual([0, ""]);
      const again = await machine.run("/tmp/release/firsthand setup");
      expect(again.stdout).toMatch(/^Nothing to do\.\n/);
      const taken = await machine.run(`
        firsthand serve > /tmp/log2 &
        until grep -q "Firsthand is ready" /tmp/log2; do sleep 0.2; done
        /tmp/release/firsthand setup`);
      expect(taken.stderr).toContain(`Another program uses port ${port}.`);
      const removed = await machine.run("/opt/firsthand/firsthand setup --uninstall", "yes\n");
      expect(removed.stdout).toContain("Left in place: /var/lib/firsthand-secrets\n");
      machine.remove();
    },
  );
});

describe("setup where systemd runs", () => {
  /** Records its arguments, answers `is-active`, and starts the server as systemd would. */
  const SYSTEMCTL = `#!/bin/sh
echo "$*" >> /tmp/asked
case "$1 $2" in
  "is-active --quiet") test -e /tmp/active ;;
  "daemon-reload ") ;;
  "enable firsthand.service") ;;
  "restart firsthand.service")
    test ! -e /tmp/broken || { echo "Job for firsthand.service failed." >&2; exit 1; }
    touch /tmp/active
    pkill -u firsthand
    /usr/local/bin/firsthand serve > /tmp/log 2>&1 & ;;
  "disable --now") rm /tmp/active ;;
  *) exit 64 ;;
esac
`;
  const started = ["daemon-reload", "enable firsthand.service", "restart firsthand.service"];

  testUnless(mountProblem())(
    "the server is started once, again after a change, and after a setup that was interrupted there",
    { timeout: 120_000 },
    async () => {
      const machine = bareMachine();
      cpSync(join(program, ".."), join(machine.root, "tmp/release"), { recursive: true });
      mkdirSync(join(machine.root, "run/systemd/system"), { recursive: true });
      writeFileSync(join(machine.root, "commands/systemctl"), SYSTEMCTL, { mode: 0o755 });
      const asked = () => {
        const lines = readFileSync(join(machine.root, "tmp/asked"), "utf8").trimEnd().split("\n");
        rmSync(join(machine.root, "tmp/asked"));
        return lines.filter((line) => !line.startsWith("is-active"));
      };
      const setUp = "/tmp/release/firsthand setup --proxy none --yes";
      const args = `--domain onboarding.example.com --port ${await fixedPort()}`;
      const broken = await machine.run(
        `touch /tmp/broken; ${setUp} ${args}; status=$?; rm /tmp/broken; exit $status`,
      );
      expect(broken.status).toBe(1);
      expect(broken.stderr).toContain(
        'Could not start the server: "systemctl restart firsthand.service" failed: Job for firsthand.service failed.',
      );
      expect(asked()).toEqual(started);
      const done = await machine.run(`${setUp} && echo == && ${setUp}`);
      const [first = "", second = ""] = done.stdout.split("==\n");
      expect(first).toMatch(/^Done: reload the systemd units\n/);
      expect(first).toMatch(/^database +ok +/m);
      expect(second).toMatch(/^Nothing to do\.\n/);
      expect(asked()).toEqual(started);
      const changed = await machine.run(`${setUp} --domain other.example.com`);
      expect(changed.stdout).toMatch(/^Done: change \/etc\/firsthand\/firsthand\.env\n/);
      expect(asked()).toEqual(started);
      await machine.run(`${setUp} --uninstall`);
      expect(asked()).toEqual(["disable --now firsthand.service", "daemon-reload"]);
      machine.remove();
    },
  );
});
