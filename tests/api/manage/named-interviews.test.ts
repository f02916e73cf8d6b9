import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { AddedClient, Client, ClientList } from "#contract/manage/clients.ts";
import type { ImportPreview, ImportResult } from "#contract/manage/import.ts";
import { interviewBody } from "../../../server/interview-file/interview-text.ts";
import { addInterview, publishDraft } from "../../../server/interviews/manage-interviews.ts";
import { type ConsoleCaller, consoleCaller } from "../../support/data/console-caller.ts";
import { webhookReceiver } from "../../support/peers/webhook-receiver.ts";
import { type WebhookService, webhookService } from "../../support/service/webhook-service.ts";

/** A client's interview is imported with the table, and is part of every export. */

const BODY = interviewBody(
  new Map([
    [
      "en" as const,
      {
        sections: [
          {
            id: "chairs",
            name: "Chairs",
            minutes: 5,
            description: "How many",
            questions: [
              {
                kind: "free-answer" as const,
                id: "chairs",
                entry: "chairs",
                title: "Chairs",
                prompt: "How many?",
                sample: "Four.",
              },
            ],
          },
        ],
      },
    ],
  ]),
);

let service: WebhookService;
let admin: ConsoleCaller;
let salonId: string;
beforeAll(async () => {
  service = await webhookService();
  admin = await consoleCaller(service, "administrator");
  const actor = { actor: "operator", at: service.time.now };
  const added = async (name: string) =>
    (await addInterview(service.storage, { name, body: BODY }, actor)) ?? "";
  salonId = await added("Salón & Spa");
  await publishDraft(service.storage, { interviewId: salonId, name: "Salón & Spa" }, actor);
  await added("Draft");
});
afterAll(() => service.close());

const interviewOf = async (clientId: string) =>
  (await admin.read<Client>(`/clients/${clientId}`)).interview.name;

test("a table names the interview of each new client by name or id, and does not change existing clients", async () => {
  const there = await admin.send<AddedClient>("POST", "/clients", { name: "There", email: "t@example.com" });
  const csv = [
    "Business,Email,Interview",
    "By name,a@example.com,SALÓN & SPA",
    `By id,b@example.com,${salonId}`,
    "By none,c@example.com,",
    "There,t@example.com,Salón & Spa",
    "Unknown,d@example.com,=Barber",
    "Too early,e@example.com,Draft",
    "",
  ].join("\n");
  const wish = { csv, columns: "guess" };
  const { columns, rows } = await admin.send<ImportPreview>("POST", "/clients/import/preview", wish);
  expect(columns.map(({ field }) => field)).toEqual(["name", "email", "interview"]);
  expect(rows.map(({ does, reason }) => [does, reason])).toEqual([
    ["add", "new"],
    ["add", "new"],
    ["add", "new"],
    ["skip", "unchanged"],
    ["skip", "fault"],
    ["skip", "fault"],
  ]);
  expect(rows[4]?.faults).toEqual([
    {
      column: "Interview",
      message: 'There’s no interview "=Barber" to give to clients. Use one of these: Standard, Salón & Spa.',
    },
  ]);
  await admin.send<ImportResult>("POST", "/clients/import", { ...wish, withKeys: false });
  const { clients } = await admin.read<ClientList>("/clients");
  const idOf = (name: string) => clients.find((client) => client.name === name)?.clientId ?? "";
  expect(await interviewOf(idOf("By name"))).toBe("Salón & Spa");
  expect(await interviewOf(idOf("By id"))).toBe("Salón & Spa");
  expect(await interviewOf(idOf("By none"))).toBe("Standard");
  expect(await interviewOf(there.clientId)).toBe("Standard");
});

test("a column that only mentions interviews is not that column", async () => {
  const csv = "Business,Interview date\nRosa,2026-12-04\n";
  const { columns } = await admin.send<ImportPreview>("POST", "/clients/import/preview", {
    csv,
    columns: "guess",
  });
  expect(columns.map(({ field }) => field)).toEqual(["name", "nowhere"]);
});

test("brief, exports and webhooks name it with its version", async () => {
  const receiver = await webhookReceiver();
  const { secret } = await service.addWebhook(receiver.url, ["client.created"]);
  receiver.trust(secret);
  const interview = { id: salonId, name: "Salón & Spa", version: 1 };
  const body = { name: "Ada's Hair", interviewId: salonId };
  const { clientId } = await admin.send<AddedClient>("POST", "/clients", body);
  const textOf = async (path: string) => (await admin.call("GET", `/clients/${clientId}/${path}`)).text();

  expect(JSON.parse(await textOf("brief?format=json"))).toMatchObject({ interview });
  expect(JSON.parse(await textOf("export?format=json"))).toMatchObject([{ interview }]);
  const [long] = parse(await textOf("export?format=csv"), { bom: true, columns: true }) as object[];
  expect(long).toMatchObject({ client: "Ada's Hair", interview: "Salón & Spa", interviewVersion: "1" });
  const [wide] = parse(await textOf("export?format=csv&shape=wide"), {
    bom: true,
    columns: true,
  }) as object[];
  expect(wide).toMatchObject({ client: "Ada's Hair", interview: "Salón & Spa" });

  // a table of one interview's clients has only that interview's questions
  const shops = { selection: { interview: salonId } };
  const chosen = await admin.call("POST", "/export", { format: "csv", shape: "wide", on: shops });
  const [head = []] = parse(await chosen.text(), { bom: true }) as string[][];
  expect(head).toContain("Chairs");
  expect(head).not.toContain("Your team");

  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), { timeout: 10_000, interval: 5 });
  expect(receiver.received[0]?.data).toEqual({ clientId, clientName: "Ada's Hair", interview });
  await receiver.close();
});
