import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import type { SectionTimes } from "#contract/manage/overview.ts";
import type { RecordInput } from "#contract/record/record.ts";
import { measureWork } from "../../../server/clients/section-times.ts";
import { type ConsoleCaller, consoleCaller } from "../../support/data/console-caller.ts";
import { fullRecord } from "../../support/data/full-record.ts";
import { type Service, startService } from "../../support/service/service.ts";

const MINUTE = 60_000;

let service: Service;
let mia: ConsoleCaller;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  mia = await consoleCaller(service);
});

const measure = () => measureWork({ storage: service.storage, interview: builtInInterview });
const times = async () => (await mia.read<SectionTimes>("/overview/section-times")).sections;
const websiteOf = async (clientId: string) =>
  (await service.storage.sectionTimes.find(clientId))?.sections.find(
    ({ sectionId }) => sectionId === "website",
  );

async function newClient() {
  const client = await service.signIn();
  await service.storage.clients.change(client.clientId, { managerId: mia.managerId }, []);
  const save = async (data: RecordInput) => {
    const response = await service.call("PUT", "/v1/onboarding", { token: client.token, body: { data } });
    expect(response.status).toBe(200);
  };
  return { ...client, save };
}

/** Fills the website's form in after so many minutes, and all else long after that. */
async function clientWorking(minutes: number): Promise<void> {
  const { save } = await newClient();
  service.time.now += minutes * MINUTE;
  const website = { "website-form": { url: "https://rosa.example", satisfaction: 7 } };
  await save(website);
  service.time.now += 60 * MINUTE;
  await save({ ...fullRecord(), ...website });
}

test("with few clients there is no median, with some there is, and another manager has none", async () => {
  for (const minutes of [4, 1]) await clientWorking(minutes);
  await measure();
  const at = async () => (await times()).find(({ sectionId }) => sectionId === "website");
  const minutes = builtInInterview.sections.find(({ id }) => id === "website")?.minutes ?? 0;
  const website = { sectionId: "website", estimateMs: minutes * MINUTE };
  expect(await at()).toMatchObject({ ...website, clients: 2, medianMs: null });
  await clientWorking(2);
  await measure();
  expect(await at()).toMatchObject({ ...website, clients: 3, medianMs: 2 * MINUTE });
  expect((await times()).map(({ sectionId }) => sectionId)).toEqual(
    builtInInterview.sections.map(({ id }) => id),
  );
  mia = await consoleCaller(service);
  expect(await at()).toMatchObject({ clients: 0, medianMs: null });
});

test("what was done offline counts when it was done, and a restore is no work", async () => {
  const { clientId, save } = await newClient();
  const began = service.time.now;
  const answer = (id: string, minutes: number) => ({
    id,
    content: `Answer ${id}`,
    timestamp: new Date(began + minutes * MINUTE).toISOString(),
  });
  const late: RecordInput = { "booking-process": { responses: [answer("a", 2), answer("b", 5)] } };
  service.time.now += 300 * MINUTE;
  await save(late);
  await measure();
  const bookings = async () =>
    (await service.storage.sectionTimes.find(clientId))?.sections.find(
      ({ sectionId }) => sectionId === "leads-booking",
    );
  expect(await bookings()).toEqual({ sectionId: "leads-booking", activeMs: 5 * MINUTE, isFinished: false });
  for (const url of ["https://rosa.example", "https://rosa.example/shop"]) {
    service.time.now += MINUTE;
    await save({ ...late, "website-form": { url } });
  }
  service.time.now += MINUTE;
  await mia.send("POST", `/clients/${clientId}/history/2/restore`);
  await measure();
  expect(await bookings()).toMatchObject({ activeMs: 5 * MINUTE });
  expect(await websiteOf(clientId)).toMatchObject({ activeMs: MINUTE });
});

test("it is measured bit by bit as it would be at once, and once more changes nothing", async () => {
  const { clientId, save } = await newClient();
  for (const points of [3, 4, 5]) {
    service.time.now += MINUTE;
    await save({ "website-form": { url: "https://rosa.example", satisfaction: points } });
    await measure();
  }
  await measure();
  expect(await websiteOf(clientId)).toMatchObject({ activeMs: 3 * MINUTE });
});

test("history that is gone by the time of measuring takes the client's other work not along", async () => {
  const { clientId, save } = await newClient();
  service.time.now += MINUTE;
  await save({ "website-form": { url: "https://rosa.example" } });
  await measure();
  service.time.now += MINUTE;
  await save({ "website-form": { url: "https://rosa.example/shop" } });
  await service.storage.records.dropHistory(service.time.now + 1, 100);
  await measure();
  expect(await websiteOf(clientId)).toMatchObject({ activeMs: MINUTE });
});
