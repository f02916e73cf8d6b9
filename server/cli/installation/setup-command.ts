import { spawnSync } from "node:child_process";
import { lookup } from "node:dns";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type Command, InvalidArgumentError, Option } from "commander";
import { connectTo } from "../../outgoing/connect-to.ts";
import { operatorEgressPolicy } from "../../outgoing/egress-policy.ts";
import { isRelease } from "../../runtime/package.ts";
import { earlierSetUp } from "../../setup/earlier-setup.ts";
import { WRAPPER_FILE } from "../../setup/places.ts";
import { type ProxyName, proxyNames } from "../../setup/produced.ts";
import { leftBehind, removalSteps } from "../../setup/remove.ts";
import { isSystemdRunning, type SetupSettings, stepsOf } from "../../setup/set-up.ts";
import { runsSuccessfully, SetUpError, type SetupStep } from "../../setup/step.ts";
import { isOutsideFault } from "../../storage/engine/atomic-write.ts";
import { CommandError, command, parseEmail } from "../command.ts";
import { confirm } from "../confirm.ts";
import { mailFrom, parseMailServer, parseSender } from "./setup-mail.ts";

type Options = {
  domain?: string;
  email?: string;
  proxy?: ProxyName;
  port?: number;
  smtpUrl?: URL;
  mailFrom?: string;
  root: string;
  dryRun?: boolean;
  yes?: boolean;
  uninstall?: boolean;
};

const DEFAULT_PORT = 8080;
const ANSWER_TIME_LIMIT_MS = 2_000;
const HOST_NAME = /^(?=.{1,253}$)([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/i;

export function setupCommand(): Command {
  return command({
    name: "setup",
    describe: "Install this release on this machine: user, service, settings, proxy; can be run again",
    example: "setup --domain onboarding.example.com --email ops@example.com",
  })
    .addOption(
      new Option("--domain <name>", "the name that clients open; it must point to this machine").argParser(
        parseDomain,
      ),
    )
    .addOption(
      new Option(
        "--email <address>",
        "email address for notices about the certificate, if Caddy fetches it",
      ).argParser(parseEmail),
    )
    .addOption(
      new Option("--proxy <name>", "the TLS proxy to configure (default: caddy, at a first setup)").choices(
        proxyNames,
      ),
    )
    .addOption(
      new Option(
        "--port <port>",
        "the server's port on this machine (default: 8080, at a first setup)",
      ).argParser(parsePort),
    )
    .addOption(
      new Option(
        "--smtp-url <address>",
        "the mail server, such as smtps://user@mail.example.com:465; asks for the password",
      ).argParser(parseMailServer),
    )
    .addOption(
      new Option("--mail-from <sender>", 'sender of emails, such as "Acme <hello@example.com>"').argParser(
        parseSender,
      ),
    )
    .addOption(
      new Option("--root <folder>", "install into this folder, such as an image, and start nothing").default(
        "/",
      ),
    )
    .option("--dry-run", "say what would be done, and do nothing")
    .option("--yes", "make changes without asking for confirmation")
    .option("--uninstall", "remove the program, and leave answers, secrets and settings")
    .action(async (options: Options) => {
      const root = resolve(options.root);
      if (options.uninstall) {
        await act(removalSteps(root), { ...options, root });
        if (!options.dryRun) say(leftBehind(root).map((path) => `Left in place: ${path}`));
        return;
      }
      const settingUp = { ...settingUpFrom(options, root), mail: await mailFrom(options) };
      if (root === "/") await refuseWhatCannotWork(settingUp);
      await act(stepsOf(settingUp), { ...options, root });
      if (settingUp.proxy === "none" && !options.dryRun)
        say([
          `Make your proxy send requests for https://${settingUp.domain} to 127.0.0.1:${settingUp.port}.`,
        ]);
      if (root === "/" && !options.dryRun) await finish(settingUp);
    });
}

/** Omitted options keep the values of an earlier setup. */
function settingUpFrom(given: Options, root: string): SetupSettings {
  if (!isRelease)
    throw new CommandError(
      'Setup installs the release with its own Node.js. Unpack firsthand-<version>-linux-<arch>.tar.gz, and run "sudo ./firsthand setup" in that folder.',
    );
  const earlier = earlierSetUp(root);
  const domain = given.domain ?? earlier?.domain;
  if (domain === undefined)
    throw new CommandError("Which name do clients open? Add --domain onboarding.example.com.");
  const port = given.port ?? earlier?.port ?? DEFAULT_PORT;
  const proxy = given.proxy ?? earlier?.proxy ?? "caddy";
  return { domain, port, proxy, root, email: given.email ?? earlier?.email };
}

async function act(steps: SetupStep[], options: Options): Promise<void> {
  const open = steps.filter(({ state }) => state !== "done");
  if (open.length === 0) return say(["Nothing to do."]);
  if (options.dryRun) return say(open.map(({ says }) => `Would ${says}`));
  if (options.root === "/") refuseUnlessRoot();
  await confirmChanges(open, options);
  for (const step of open) run(step);
}

function refuseUnlessRoot(): void {
  if (process.getuid?.() !== 0)
    throw new CommandError(
      'Setup changes the system: run it with "sudo", or add --dry-run to see what it would do.',
    );
}

async function refuseWhatCannotWork({ port, proxy, domain }: SetupSettings): Promise<void> {
  // the server of an earlier setup may be using the port
  const isOurs = runsSuccessfully("systemctl", "is-active", "--quiet", "firsthand.service");
  if (!isOurs && (await answersAt(port)))
    throw new CommandError(`Another program uses port ${port}. Stop it, or add --port with another port.`);
  const certificate = certificateOf(proxy, domain);
  if (certificate !== undefined && !existsSync(certificate))
    throw new CommandError(
      `${certificate} is missing, and ${proxy} needs it: get a certificate for ${domain} first (docs/deployment.md), or use Caddy, which gets its own.`,
    );
}

/** The certificate file, for proxies that do not obtain certificates themselves. */
function certificateOf(proxy: ProxyName, domain: string): string | undefined {
  if (proxy === "nginx") return `/etc/letsencrypt/live/${domain}/fullchain.pem`;
  return proxy === "haproxy" ? "/etc/haproxy/firsthand.pem" : undefined;
}

async function answersAt(port: number): Promise<boolean> {
  const signal = AbortSignal.timeout(ANSWER_TIME_LIMIT_MS);
  try {
    const socket = await connectTo(
      { host: "127.0.0.1", port },
      { reach: operatorEgressPolicy(), lookup, signal },
    );
    socket.destroy();
    return true;
  } catch {
    return false;
  }
}

/** The server was just started; if it takes longer, the doctor reports why. */
async function untilItAnswers(port: number, tries = 100): Promise<void> {
  if (tries === 0 || (await answersAt(port))) return;
  await setTimeout(100);
  await untilItAnswers(port, tries - 1);
}

async function confirmChanges(steps: SetupStep[], { yes, uninstall }: Options): Promise<void> {
  const changes = steps.filter(({ state }) => state === "change");
  if (yes || changes.length === 0) return;
  await confirm({
    warning: `This will ${uninstall ? "remove" : "replace"} parts of this machine:\n${changes.map(({ says }) => `  ${says}`).join("\n")}`,
    question: 'Type "yes" to go on',
    expected: "yes",
    refusal: "Nothing was changed.",
  });
}

function run({ says, run: act }: SetupStep): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof SetUpError || isOutsideFault(error))) throw error;
    throw new CommandError(
      `Could not ${says}: ${error.message}\nFix the problem, then run setup again. It continues from this step.`,
    );
  }
  say([`Done: ${says}`]);
}

/** Shows whether the server works, and what to do next. */
async function finish({ port, mail }: SetupSettings): Promise<void> {
  if (isSystemdRunning()) await untilItAnswers(port);
  else say(['systemd isn\'t running here, so nothing was started. Start the server with "firsthand serve".']);
  spawnSync(WRAPPER_FILE, ["doctor"], { stdio: "inherit" });
  say([
    mail
      ? "Next: sudo firsthand mail test you@example.com"
      : 'Next: sudo firsthand manager add "Your name" --email you@example.com --administrator',
  ]);
}

function say(lines: string[]): void {
  for (const line of lines) process.stdout.write(`${line}\n`);
}

function parseDomain(text: string): string {
  if (!HOST_NAME.test(text))
    throw new InvalidArgumentError("Expected a name without https and port, such as onboarding.example.com.");
  return text.toLowerCase();
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1_024 || port > 65_535)
    throw new InvalidArgumentError("Expected a port from 1024 to 65535.");
  return port;
}
