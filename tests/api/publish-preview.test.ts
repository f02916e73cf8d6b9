import { afterAll, beforeAll, expect, test } from "vitest";
import type { ClientSignIn } from "#contract/api/calls.ts";
import type { Interview } from "#contract/interview/interview.ts";
import { addClient } from "../../server/access-keys/issue-key.ts";
import { interviewBody } from "../../server/interview-file/interview-text.ts";
import { definitionsOf } from "../../server/interviews/definition.ts";
import { addInterview, publishDraft } from "../../server/interviews/manage-interviews.ts";
import { previewPublish } from "../../server/interviews/preview-publish.ts";
import { summaryJobs } from "../../server/records/summary-jobs.ts";
import { SUMMARIZE_JOB } from "../../server/storage/interviews/queue-summaries.ts";
import { consoleCaller } from "../support/data/console-caller.ts";
import { type Service, startService } from "../support/service/service.ts";

/** The preview of a publish shows exactly what the publish then does. */

const written = (id: string, title: string) => ({
  kind: "free-answer" as const,
  id,
  entry: id,
  title,
  prompt: "What?",
  sample: "This.",
});
const network = (...options: string[]) => ({
  kind: "choice" as const,
  id: "network",
  entry: "network",
  title: "Network",
  prompt: "Which?",
  options: options.map((value) => ({ value, label: value })),
});
const interviewOf = (...questions: Interview["sections"][number]["questions"]): Interview => ({
  sections: [{ id: "all", name: "All", minutes: 5, description: "All of it", questions }],
});
const BEFORE = interviewOf(
  written("fax", "Fax number"),
  network("myspace", "friendster"),
  written("site", "Site"),
);
const AFTER = interviewOf(written("site", "Web site"), network("friendster"), written("dreams", "Dreams"));
const inEnglish = (interview: Interview) => new Map([["en" as const, interview]]);

let service: Service;
let interviewId: string;
const ids: string[] = [];
const preview = (asksSubmitted = false, after = AFTER) =>
  previewPublish(
    { ...service, clock: () => service.time.now },
    { interviewId, definitions: definitionsOf(inEnglish(after)), asksSubmitted },
  );
const actor = () => ({ actor: "operator", at: ++service.time.now });
const words = (content: string) => ({ responses: [{ content }] });

async function answered(data: object, more: object = {}): Promise<string> {
  const issuing = { ...service, now: service.time.now };
  const { accessKey, clientId } = await addClient(issuing, { name: "Rosa", interviewId });
  const headers = { "x-firsthand-page": "2" };
  const exchanged = await service.call("POST", "/v1/auth/exchange", { body: { key: accessKey }, headers });
  const { accessToken: token } = ((await exchanged.json()) as { data: ClientSignIn }).data;
  const saved = await service.call("PUT", "/v1/onboarding", { token, body: { data, ...more } });
  expect(saved.status).toBe(200);
  return clientId;
}

beforeAll(async () => {
  service = await startService();
  const body = interviewBody(inEnglish(BEFORE));
  interviewId = (await addInterview(service.storage, { name: "Shops", body }, actor())) ?? "";
  await publishDraft(service.storage, { interviewId, name: "Shops" }, actor());
  await service.book.refresh();
  const fax = words("555 0100");
  ids.push(await answered({ fax, network: { chosen: ["myspace"] } }));
  ids.push(await answered({ fax, network: { chosen: ["friendster"] } }));
  ids.push(await answered({ site: words("rosas.example") }));
  ids.push(await answered({ fax, network: { chosen: ["myspace"] } }, { submit: true }));
  const admin = await consoleCaller(service, "administrator");
  await admin.send("POST", `/clients/${ids[1]}/questions/fax/follow-up`, { text: "Still in use?" });
});
afterAll(() => service.close());

test("a first version is new, and has no answers", async () => {
  const body = interviewBody(inEnglish(AFTER));
  const draft = (await addInterview(service.storage, { name: "Draft", body }, actor())) ?? "";
  const definitions = definitionsOf(inEnglish(AFTER));
  const planned = { interviewId: draft, definitions, asksSubmitted: false };
  expect(await previewPublish({ ...service, clock: Date.now }, planned)).toMatchObject({
    changes: {
      added: [{ id: "site" }, { id: "network" }, { id: "dreams" }],
      removed: [],
      changed: [],
      moved: [],
    },
    underWay: 0,
    submitted: 0,
    answered: [],
    chosen: [],
    followUps: 0,
    records: 0,
    isWhole: true,
  });
});

test("the same version changes nothing", async () => {
  expect(await preview(false, BEFORE)).toMatchObject({
    changes: { added: [], removed: [], changed: [], moved: [] },
    answered: [],
    chosen: [],
    followUps: 0,
  });
});

test("answers to removed questions are counted, and those of submitted clients only where they are asked again", async () => {
  const expected = {
    changes: {
      added: [{ id: "dreams", title: "Dreams" }],
      removed: [{ id: "fax", title: "Fax number" }],
      changed: [
        { id: "site", title: "Web site" },
        { id: "network", title: "Network" },
      ],
      moved: [{ id: "network", title: "Network" }],
    },
    underWay: 3,
    submitted: 1,
    answered: [{ id: "fax", title: "Fax number", clients: 2 }],
    chosen: [{ id: "network", title: "Network", clients: 1 }],
    followUps: 1,
    records: 4,
    isWhole: true,
  };
  expect(await preview()).toEqual(expected);
  expect(await preview(true)).toMatchObject({ answered: [{ clients: 3 }], chosen: [{ clients: 2 }] });
});

test("the preview matches what publishing does", async () => {
  const said = await preview();
  const put = async (asked: Interview) => {
    const { at, actor: by } = actor();
    await service.storage.interviews.putDraft({ interviewId, body: interviewBody(inEnglish(asked)), at, by });
    return service.storage.interviews.findDraft(interviewId);
  };
  const seen = await put(BEFORE);
  await put(AFTER);
  const at = actor();
  const shops = { interviewId, name: "Shops" };
  expect(await publishDraft(service.storage, { ...shops, ...(seen && { seen }) }, at)).toEqual({
    kind: "changed",
  });
  expect(await publishDraft(service.storage, { interviewId, name: "Shops" }, at)).toMatchObject({
    number: 2,
  });
  const job = await service.storage.jobs.take([SUMMARIZE_JOB], { now: at.at, until: at.at + 60_000 });
  const [kind] = summaryJobs(service);
  expect(job && (await kind?.run(job, new AbortController().signal))).toEqual({ kind: "ended" });
  const admin = await consoleCaller(service, "administrator");
  const briefs = await Promise.all(
    ids.map(async (id) =>
      JSON.parse(await (await admin.call("GET", `/clients/${id}/brief?format=json`)).text()),
    ),
  );
  const earlier = briefs.filter((brief) =>
    brief.earlier.some(({ name }: { name: string }) => name === "fax"),
  );
  expect(earlier).toHaveLength(said.answered[0]?.clients ?? 0);
  const texts = briefs.map((brief) => JSON.stringify([brief.sections, brief.earlier]));
  // the first client has the new version with the earlier option; the last one keeps the submitted version
  expect(texts[0]).toContain("myspace");
  expect(texts[3]).toContain("555 0100");
  expect(briefs.map(({ interview }) => interview.version)).toEqual([2, 2, 2, 1]);
});
