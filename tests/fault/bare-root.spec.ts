import { cpSync, readdirSync, readFileSync } from "node:fs";
import { Agent } from "node:https";
import { basename, join } from "node:path";
import { chromium, expect, type Page, test } from "@playwright/test";
import { DAY_MS } from "#contract/instants.ts";
import type { Check } from "#contract/manage/checks.ts";
import { DATA_FOLDER, SECRETS_FOLDER, SERVICE_USER } from "../../server/setup/places.ts";
import { openLink, pageTitle } from "../support/browser/console-journey.ts";
import { accessButton, answer, answers, header, save, signIn } from "../support/browser/journey.ts";
import { watchFaults } from "../support/browser/watch-faults.ts";
import { isLong } from "../support/faults/faults.ts";
import { moveClock, restoreClock } from "../support/faults/machine-clock.ts";
import { type MailServer, mailServer, PASSWORD, USER as SENDER } from "../support/peers/mail-server.ts";
import { authorityIn, certifyItself } from "../support/peers/own-authority.ts";
import { through } from "../support/peers/reverse-proxy.ts";
import {
  type DebianMachine,
  debianProblem,
  type InstalledDebian,
  installDebian,
} from "../support/service/debian-machine.ts";
import { fixedPort } from "../support/service/fixed-port.ts";
import { isListening } from "../support/service/is-listening.ts";
import { type Operator, operatorAt } from "../support/service/operator.ts";
import { packRelease } from "../support/service/packed-release.ts";

/** A person follows docs/deployment.md on newly installed machines. */

const problem = isLong ? debianProblem() : "npm run test:long runs it";
const titleWith = (title: string) => (problem === undefined ? title : `${title} (skipped: ${problem})`);

const ROOT = join(import.meta.dirname, "../..");
const CERTIFICATES = join(ROOT, "tests/certificates");
const EARLIER = join(ROOT, "tests/fixtures/0.1.0");
const DOMAIN = "onboarding.test";
const SITE = `https://${DOMAIN}`;
const PART_MS = 900_000;
const PATIENTLY = { timeout: 120_000 };

const QUESTION = "team-description";
const ANSWER = "Four bakers, and my sister at the till.";

type Added = { clientId: string; clientName: string; accessKey: string };
type BackupList = { backups: { name: string }[] };
type Started = { machine: DebianMachine; operator: Operator };
/** A machine that serves, its operator, and the authority that certified its name. */
type Place = Started & { authority: Awaited<ReturnType<typeof authorityIn>> };

let debian: InstalledDebian;
let release: string[];
let mail: MailServer;
let first: Place;
let rosa: Added;

test.describe.configure({ mode: "serial", retries: 0, timeout: PART_MS });

test.describe(titleWith("an operator on a bare Debian"), () => {
  test.skip(problem !== undefined, problem);

  test.beforeAll("a Debian system is installed, and a release is packed", async () => {
    for (const port of [80, 443]) {
      const reason = `another program on this machine has port ${port}`;
      const isTaken = await isListening(port);
      if (isTaken) process.stderr.write(`Skipped: ${reason}\n`);
      test.skip(isTaken, reason);
    }
    debian = installDebian();
    release = packRelease(join(debian.folder, "release"));
    mail = await mailServer({ security: "tls" });
  });
  test.afterAll(async () => {
    await debian?.remove();
    await mail?.close();
  });

  test("three commands lead from nothing to an interview over https", async () => {
    const { machine, operator } = await startMachine();
    const { stdout } = await machine.run("command -v node npm caddy ffmpeg");
    expect(stdout).toBe("");
    first = await setUp({ machine, operator });
    expect(operator.typed).toHaveLength(3);
  });

  test("the fourth command signs a manager in, and a key signs a client in, whose answer is saved", async () => {
    const { operator } = first;
    const said = await operator.types(guide()[3] ?? "");
    const [, token = ""] = new RegExp(`^.*${SITE}/console/#link=(\\S+)`, "m").exec(said) ?? [];
    await visit(first, async (page) => {
      await openLink(page, token);
      await expect(pageTitle(page, "All clients")).toBeVisible();
    });
    expect(operator.typed).toHaveLength(4);
    rosa = await operator.reads<Added>(`firsthand client add "Rosa's Bakery" --email rosa@example.com`);
    await visit(first, async (page) => {
      await signIn(page, rosa);
      await answer(page, QUESTION, ANSWER);
      await save(page);
    });
    await expectAnswered(first, rosa);
  });

  test("mail is sent over TLS after one more command, which asks for the password", async () => {
    const { operator } = first;
    const before = operator.typed.length;
    const said = await operator.types(
      `echo '${PASSWORD}' | firsthand setup --yes --smtp-url smtps://${SENDER}@localhost:${mail.port} --mail-from "Brightside <hello@brightside.example>"`,
    );
    expect(operator.typed.length - before).toBe(1);
    expect(said).toMatch(/^mail +ok /m);
    expect(said).not.toContain(PASSWORD);
    await untilServed(first);
    const ben = await operator.reads<Added>('firsthand client add "Ben" --email ben@example.com --no-key');
    await operator.types(`firsthand client invite ${ben.clientId}`);
    await expect.poll(() => mail.recipients(), PATIENTLY).toEqual(["ben@example.com"]);
    const sent = mail.onlyMail();
    expect([sent.isSecure, mail.problems]).toEqual([true, []]);
    await visit(first, async (page) => {
      await page.goto(/https:\S+#key=\S+/.exec(sent.mail.text ?? "")?.[0] ?? "");
      await accessButton(page)
        .or(page.getByRole("button", { name: "Continue" }))
        .click();
      await expect(header(page)).toBeVisible();
    });
  });

  test("a second setup moves server and proxy to another port", async () => {
    const { machine } = first;
    const ran = await machine.run(
      `cd /root/firsthand-*/ && ./firsthand setup --yes --port ${await fixedPort()}`,
    );
    expect(ran.status, ran.stdout + ran.stderr).toBe(0);
    await expectAnswered(first, rosa);
  });

  test("the server makes a backup at night", async () => {
    const { machine, operator } = first;
    const backups = async () => (await operator.reads<BackupList>("firsthand backup list")).backups;
    expect(await backups()).toEqual([]);
    await moveClock(machine, DAY_MS);
    await expect.poll(async () => (await backups()).length, PATIENTLY).toBe(1);
    expect(await operator.types("firsthand backup verify")).toContain(": sound, with 2 clients and 1 record");
    await restoreClock(machine);
    await untilServed(first);
  });

  test("the doctor finds no problem, also right after a restart", async () => {
    const { machine, operator } = first;
    await operator.types("systemctl restart firsthand && firsthand doctor");
    const { isWell, checks } = await operator.reads<{ isWell: boolean; checks: Check[] }>("firsthand doctor");
    expect(checks.filter(({ state }) => state === "failed" || state === "warning")).toEqual([]);
    expect(isWell).toBe(true);
    const states = new Map(checks.map(({ name, state }) => [name, state]));
    for (const name of ["public address", "certificate", "mail", "backups", "ffmpeg"])
      expect([name, states.get(name)]).toEqual([name, "ok"]);
    const { stdout } = await machine.run("systemctl is-system-running; systemctl --failed --quiet");
    expect(stdout).toBe("running\n");
  });

  test("the backup and the secrets file restore everything on another machine", async () => {
    const { machine: lost } = first;
    await lost.stop();
    const second = await setUp(await startMachine((root) => bring(lost, root)));
    const { operator } = second;
    await operator.types("systemctl stop firsthand");
    await operator.types(`${AS_SERVER} -t ${SECRETS_FOLDER} /root/kept/secrets.json`);
    await operator.types(`${AS_SERVER} -D -t ${DATA_FOLDER}/backups /root/kept/backups/*`);
    const [backup = ""] = namesOfBackups(second.machine);
    await operator.types(`firsthand restore ${backup} --force`);
    await operator.types("systemctl start firsthand");
    await expectAnswered(second, rosa);
    await second.machine.stop();
  });

  test("a machine with release 0.1.0 is set up by this one, with a backup before the upgrade", async () => {
    const { machine, operator } = await startMachine((root) =>
      cpSync(EARLIER, join(root, "root/earlier"), { recursive: true }),
    );
    for (const line of [
      `useradd --system --user-group --home-dir ${DATA_FOLDER} --shell /usr/sbin/nologin ${SERVICE_USER}`,
      `install -d -m 700 -o ${SERVICE_USER} -g ${SERVICE_USER} ${DATA_FOLDER} ${SECRETS_FOLDER}`,
      `${AS_SERVER} -t ${DATA_FOLDER} /root/earlier/firsthand.db`,
      `${AS_SERVER} -t ${SECRETS_FOLDER} /root/earlier/secrets.json`,
    ])
      expect(await machine.run(line)).toMatchObject({ status: 0 });
    const third = await setUp({ machine, operator });
    expect(namesOfBackups(machine)).toEqual([expect.stringMatching(/-before-upgrade\.db$/)]);
    const { clientId } = JSON.parse(readFileSync(join(EARLIER, "client.json"), "utf8")) as Added;
    expect(await operator.types(`firsthand record export ${clientId}`)).toContain(`About ${QUESTION}`);
    const key = await operator.reads<Added>(`firsthand key issue ${clientId}`);
    await expectAnswered(third, key, `About ${QUESTION}`);
    expect(await operator.types("firsthand backup verify --all")).toMatch(/: sound, with 1 client/);
    await machine.stop();
  });
});

/** Copies a file so that only the server's user can read it. */
const AS_SERVER = `install -m 600 -o ${SERVICE_USER} -g ${SERVICE_USER}`;

/** The commands of docs/deployment.md, with this domain and a person who is root. */
function guide(): string[] {
  const page = readFileSync(join(ROOT, "docs/deployment.md"), "utf8");
  const [, block = ""] = /^## One server, with setup\n[\s\S]*?```\n([\s\S]*?)\n```/m.exec(page) ?? [];
  return block.replaceAll("sudo ", "").replaceAll("onboarding.example.com", DOMAIN).split("\n");
}

/** Starts a machine on which the release has been downloaded. */
async function startMachine(prepare: (root: string) => void = () => undefined) {
  const machine = await debian.start(DOMAIN, (root) => {
    certifyItself(root);
    for (const file of release.filter((name) => /-linux-.*\.tar\.gz$|SHA256SUMS$/.test(name)))
      cpSync(file, join(root, "root", basename(file)));
    prepare(root);
  });
  // stands in for the public authority that mail servers use
  machine.trust(readFileSync(join(CERTIFICATES, "mail.pem")));
  return { machine, operator: operatorAt(machine) };
}

/** Types the commands of the guide up to HTTPS, and waits until HTTPS is served. */
async function setUp({ machine, operator }: Started): Promise<Place> {
  const [check = "", unpack = "", command = ""] = guide();
  expect(await operator.types(check)).toMatch(/^firsthand-\S+\.tar\.gz: OK\n$/);
  await operator.types(unpack);
  const said = await operator.types(`${command} --port ${await fixedPort()}`);
  expect(said).toContain("Done: install ffmpeg and caddy by apt-get\n");
  const authority = await authorityIn(machine.root);
  machine.trust(authority.certificate);
  const place = { machine, operator, authority };
  await untilServed(place);
  return place;
}

/** Checks the certificate too: its name and its issuer. */
async function untilServed({ authority: { certificate } }: Place): Promise<void> {
  const agent = new Agent({ ca: certificate });
  const asked = { servername: DOMAIN, headers: { host: DOMAIN } };
  const status = async () => {
    const answered = await through({ url: "https://127.0.0.1", agent }, "/", asked).catch(() => undefined);
    return answered?.status;
  };
  await expect.poll(status, PATIENTLY).toBe(200);
  agent.destroy();
}

/** Visits the server in a new browser outside the machine. */
async function visit({ authority }: Place, act: (page: Page) => Promise<void>): Promise<void> {
  const { launchOptions } = test.info().project.use;
  const args = [`--host-resolver-rules=MAP ${DOMAIN} 127.0.0.1`, authority.chromiumOption];
  const browser = await chromium.launch({
    ...launchOptions,
    args: [...(launchOptions?.args ?? []), ...args],
  });
  try {
    const context = await browser.newContext({ baseURL: SITE });
    const check = await watchFaults(context);
    await act(await context.newPage());
    check();
  } finally {
    await browser.close();
  }
}

async function expectAnswered(place: Place, client: Added, text = ANSWER): Promise<void> {
  await untilServed(place);
  await visit(place, async (page) => {
    await signIn(page, client);
    await expect(answers(page, QUESTION)).toHaveText([text]);
  });
}

/** Restores what a person has kept of a lost machine: its backups, and its secrets file, which is stored separately. */
function bring(lost: DebianMachine, root: string): void {
  cpSync(join(lost.root, DATA_FOLDER, "backups"), join(root, "root/kept/backups"), { recursive: true });
  cpSync(join(lost.root, SECRETS_FOLDER, "secrets.json"), join(root, "root/kept/secrets.json"));
}

const namesOfBackups = ({ root }: DebianMachine) =>
  readdirSync(join(root, DATA_FOLDER, "backups")).filter((name) => name.endsWith(".db"));
