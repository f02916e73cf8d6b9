import type { Command } from "commander";
import { isoOf } from "#contract/instants.ts";
import type { LinkKeyFacts } from "#contract/manage/clients.ts";
import { toKeyViews } from "../../access-keys/verify-key.ts";
import { interviewView } from "../../interviews/describe-interview.ts";
import type { Installation } from "../../open-installation.ts";
import { toPinView } from "../../pins/check-pin.ts";
import { statusOf } from "../../records/status.ts";
import type { ManagedClient } from "../../storage/clients/managed-clients.ts";
import { clientOrError, command, print, table, withInstallation } from "../command.ts";

export function clientShow(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "show",
    describe: "Show a client's progress, access keys and sign-in links",
    example: "client show cl_0123456789abcdef0123",
  })
    .argument("<clientId>", 'from "client list"')
    .option("--json", "print JSON")
    .action(async (clientId: string, options: { json?: boolean }) => {
      const shown = await withInstallation(env, async (installation) => {
        const { storage, book } = installation;
        const client = await managedOrError(installation, clientId);
        const { name, createdAt, record, state, email, contact, externalId, dueOn } = client;
        const { keys, links } = toKeyViews(await storage.accessKeys.list(clientId), Date.now());
        const pin = toPinView(await storage.pins.find(clientId)).state;
        const { asked } = await book.of(client.interview);
        const status = statusOf(asked.interview, record);
        const { hashes: _hashes, ...interview } = interviewView(book, client.interview);
        return {
          clientId,
          clientName: name,
          createdAt: isoOf(createdAt),
          ...status,
          state,
          email,
          contact,
          externalId,
          managerName: client.managerName,
          dueOn,
          interview,
          tags: client.tags.map((tag) => tag.name),
          lastSection: record?.lastSection ?? null,
          keys,
          links,
          pin,
          getsReminders: client.getsReminders,
        };
      });
      print(shown, options.json, [
        `Client: ${shown.clientName} (${shown.clientId})`,
        `State: ${shown.state}, ${shown.completed} of ${shown.total} questions (${shown.percent}%)`,
        `Interview: ${shown.interview.name}, ${shown.interview.version === null ? "not published yet" : `version ${shown.interview.version}`}`,
        `Due: ${shown.dueOn ?? "no due date"}`,
        `Tags: ${shown.tags.join(", ") || "no tags"}`,
        `Email: ${shown.email ?? "no address"}`,
        `Account manager: ${shown.managerName ?? "nobody"}`,
        `Last saved: ${shown.updatedAt ?? "never"}`,
        `Submitted: ${shown.submittedAt ?? "never"}`,
        `PIN: ${shown.pin}`,
        `Automatic reminders: ${shown.getsReminders ? "on" : "off"}`,
        "",
        ...table(
          ["KEY", "STATE", "EXPIRES", "LAST USED"],
          shown.keys.map((key) => [key.keyId, key.state, key.expiresAt ?? "-", key.lastUsedAt ?? "never"]),
        ),
        ...keyTable(
          ["SIGN-IN LINK", "STATE", "EXPIRES", "FIRST USED"],
          shown.links
            .filter(({ kind }) => kind === "mailed")
            .map((key) => [key.keyId, key.state, key.expiresAt ?? "-", key.boundAt ?? "never"]),
        ),
        ...keyTable(
          ["OTHER KEY", "FOR", "STATE", "EXPIRES", "LAST USED"],
          shown.links.flatMap((key) =>
            key.kind === "mailed"
              ? []
              : [[key.keyId, KINDS[key.kind], key.state, key.expiresAt ?? "-", key.lastUsedAt ?? "never"]],
          ),
        ),
      ]);
    });
}

const KINDS: { [Kind in Exclude<LinkKeyFacts["kind"], "mailed">]: string } = {
  "hand-over": "another device",
  helper: "a helper",
  passkey: "a device lock",
};

/** Empty if there are no rows. */
function keyTable(head: string[], rows: string[][]): string[] {
  return rows.length === 0 ? [] : ["", ...table(head, rows)];
}

async function managedOrError(installation: Installation, clientId: string): Promise<ManagedClient> {
  await clientOrError(installation, clientId);
  const client = await installation.storage.clients.findManaged("all", clientId);
  if (!client) throw new Error("The client was there a moment ago");
  return client;
}
