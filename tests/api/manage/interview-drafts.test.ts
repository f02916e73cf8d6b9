import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { Failure } from "#contract/api/failure.ts";
import type { Interview } from "#contract/interview/interview.ts";
import type { DraftCard, InterviewDraft } from "#contract/manage/interview-draft/draft.ts";
import type {
  InterviewVersion,
  InterviewVersions,
  ListedInterview,
  PublishPreview,
  ShownDraft,
  Templates,
} from "#contract/manage/interviews.ts";
import { OWN_INTERVIEW } from "../../../server/storage/engine/client-interview.ts";
import { CONSOLE, type ConsoleCaller, consoleCaller } from "../../support/data/console-caller.ts";
import { type Service, startService } from "../../support/service/service.ts";

/** An interview from its first words to a version that clients get, using only the API. */

const card = (id: string, more: Partial<DraftCard> = {}) =>
  ({ kind: "free-answer", id, entry: id, title: id, prompt: "What?", sample: "This.", ...more }) as DraftCard;
const draftOf = (...questions: DraftCard[]): InterviewDraft => ({
  format: 1,
  languages: ["en"],
  sections: [{ id: "all", name: "All", minutes: 5, description: "All of it", questions }],
});

let service: Service;
let admin: ConsoleCaller;
beforeEach(async () => {
  service = await startService();
  admin = await consoleCaller(service, "administrator");
});
afterEach(() => service.close());

async function failureOf(method: string, path: string, body?: unknown, caller = admin) {
  const response = await caller.call(method, path, body);
  const { code, details } = (await response.json()) as Failure;
  return { status: response.status, code, ...(details !== undefined && { details }) };
}

const add = async (name: string, interview = draftOf(card("fax"))) => {
  const from = { kind: "draft", interview };
  return (await admin.send<{ interviewId: string }>("POST", "/interviews", { name, from })).interviewId;
};
const draft = (id: string) => admin.read<ShownDraft>(`/interviews/${id}/draft`);
const listed = (id: string) => admin.read<ListedInterview>(`/interviews/${id}`);
async function save(id: string, interview: InterviewDraft, revision?: string) {
  const body = { interview, revision: revision ?? (await draft(id)).revision };
  return (await admin.send<{ revision: string }>("PUT", `/interviews/${id}/draft`, body)).revision;
}
async function publish(id: string, more: object = {}) {
  const { revision } = await draft(id);
  const body = { revision, submitted: "keep", ...more };
  return admin.send<{ version: number; isUnchanged: boolean }>("POST", `/interviews/${id}/versions`, body);
}
const kinds = async () =>
  (await service.storage.audit.listAll({ limit: 20 })).map(({ kind, detail }) => [kind, detail]);

test("a draft becomes a version, then a next one, and reaches new clients", async () => {
  const id = await add("Salon");
  expect(await listed(id)).toMatchObject({ version: null, hasDraft: true, isOffered: false, clients: 0 });
  expect(await draft(id)).toMatchObject({
    interview: draftOf(card("fax")),
    basedOn: null,
    changedByName: admin.name,
    askedQuestions: [],
  });
  await save(id, draftOf(card("fax"), card("hours")));
  expect(await publish(id, { note: "The first" })).toEqual({ version: 1, isUnchanged: false });
  expect(await listed(id)).toMatchObject({ version: 1, hasDraft: false, isOffered: true, isDefault: false });

  const begun = await draft(id);
  expect(begun).toMatchObject({ revision: "v1", basedOn: 1, changedAt: null, changedByName: null });
  expect(begun.askedQuestions).toEqual(["fax", "hours"]);
  expect(begun.entryNames).toMatchObject({ fax: ["free-answer"], "website-form": ["website"] });
  await save(id, draftOf(card("hours")));
  const { revision } = await draft(id);
  const preview = await admin.send<PublishPreview>("POST", `/interviews/${id}/publish-preview`, {
    revision,
    submitted: "keep",
  });
  expect(preview).toMatchObject({ changes: { removed: [{ id: "fax" }] }, languages: ["en"], isWhole: true });
  expect(await publish(id)).toEqual({ version: 2, isUnchanged: false });
  const { versions } = await admin.read<InterviewVersions>(`/interviews/${id}/versions`);
  expect(versions).toMatchObject([
    { number: 2, note: null, publishedByName: admin.name, submitted: 0 },
    { number: 1, note: "The first" },
  ]);

  await admin.send("PATCH", `/interviews/${id}`, { isDefault: true });
  expect(await listed(id)).toMatchObject({ isDefault: true });
  const { clientId } = await admin.send<{ clientId: string }>("POST", "/clients", { name: "Rosa" });
  expect(await service.storage.interviews.findOfClient(clientId)).toEqual({ interviewId: id, version: 2 });
  expect(await listed(id)).toMatchObject({ clients: 1 });
  // the installation's page asks the new interview from now on
  const response = await service.call("GET", "/v1/interview");
  const { data } = (await response.json()) as { data: { interview: Interview } };
  expect(data.interview.sections[0]?.id).toBe("all");
  expect(await kinds()).toEqual(
    expect.arrayContaining([
      ["interview.added", "Salon"],
      ["interview.published", "Salon, version 2"],
      ["interview.default-set", "Salon"],
    ]),
  );
});

test("an earlier version stays available, as JSON and as a file", async () => {
  const id = await add("Salon & Spa");
  await publish(id);
  await save(id, draftOf(card("hours")));
  await publish(id);
  const first = await admin.read<InterviewVersion>(`/interviews/${id}/versions/1`);
  expect(first).toEqual({ number: 1, interview: draftOf(card("fax")) });
  const file = await admin.call("GET", `/interviews/${id}/versions/1/file`);
  expect(file.headers.get("content-disposition")).toBe('attachment; filename="salon-spa_version-1.yaml"');
  expect(parse(await file.text())).toEqual(draftOf(card("fax")));
  expect(await failureOf("GET", `/interviews/${id}/versions/3`)).toMatchObject({ status: 404 });
  const copy = { name: "Copy", from: { kind: "copy", interviewId: id, version: 1 } };
  const { interviewId } = await admin.send<{ interviewId: string }>("POST", "/interviews", copy);
  expect((await draft(interviewId)).interview).toEqual(first.interview);
});

describe("two authors who edit at once", () => {
  test("the second is refused, and the first one's save stays", async () => {
    const id = await add("Salon");
    const { revision } = await draft(id);
    const next = await save(id, draftOf(card("mine")), revision);
    const late = { interview: draftOf(card("theirs")), revision };
    expect(await failureOf("PUT", `/interviews/${id}/draft`, late)).toEqual({
      status: 409,
      code: "INTERVIEW_DRAFT_CHANGED",
    });
    expect((await draft(id)).interview).toEqual(draftOf(card("mine")));
    await save(id, draftOf(card("theirs")), next);
  });

  test("only a draft that the author has read can be published", async () => {
    const id = await add("Salon");
    const { revision } = await draft(id);
    await save(id, draftOf(card("other")));
    for (const path of ["publish-preview", "versions"])
      expect(
        await failureOf("POST", `/interviews/${id}/${path}`, { revision, submitted: "keep" }),
      ).toMatchObject({ code: "INTERVIEW_DRAFT_CHANGED" });
    expect(await listed(id)).toMatchObject({ version: null });
  });

  test("an author who started from a version is refused once there is a newer draft or version", async () => {
    const id = await add("Salon");
    await publish(id);
    await save(id, draftOf(card("one")), "v1");
    const late = { interview: draftOf(card("two")), revision: "v1" };
    expect(await failureOf("PUT", `/interviews/${id}/draft`, late)).toMatchObject({ status: 409 });
    await publish(id);
    expect(await failureOf("PUT", `/interviews/${id}/draft`, late)).toMatchObject({ status: 409 });
    for (const revision of ["1.1", "nonsense", "v999"])
      expect(await failureOf("PUT", `/interviews/${id}/draft`, { ...late, revision })).toMatchObject({
        code: "INTERVIEW_DRAFT_CHANGED",
      });
  });
});

describe("what a draft can contain", () => {
  test("unfinished values, in every typed field", async () => {
    const id = await add("Salon", { ...draftOf(), sections: [] });
    const unfinished = draftOf(
      card("q-1", { title: "", entry: "Not A Name" }),
      card("q-2", {
        title: "x".repeat(2_000),
        showIf: { match: "all", tests: [{ question: "q-9", is: "answered" }] },
      }),
      { kind: "choice", id: "q-3", entry: "q-3", title: "Which?", prompt: "?", options: [] },
    );
    await save(id, unfinished);
    expect((await draft(id)).interview).toEqual(unfinished);
    const { revision } = await draft(id);
    const refused = await failureOf("POST", `/interviews/${id}/versions`, { revision, submitted: "keep" });
    expect(refused).toMatchObject({ status: 422, code: "VALIDATION_ERROR" });
    expect(refused.details).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ path: "interview.sections[0].questions[0].title" }),
        expect.objectContaining({ path: "interview.sections[0].questions[2].options" }),
      ]),
    );
    expect((await draft(id)).revision).toBe(revision);
  });

  test("markup and formulas are text", async () => {
    const hostile = `=HYPERLINK("https://x")<script>alert(1)</script>{{name}}`;
    const id = await add("Salon", draftOf(card("fax", { title: hostile, prompt: hostile })));
    await publish(id);
    expect((await admin.read<InterviewVersion>(`/interviews/${id}/versions/1`)).interview).toEqual(
      draftOf(card("fax", { title: hostile, prompt: hostile })),
    );
  });

  test.for([
    ["a field of the wrong type", draftOf(card("a", { title: 5 } as never))],
    ["options that are no list", draftOf({ ...card("a"), kind: "choice", options: 5 } as never)],
    ["a field that no kind has", draftOf(card("a", { color: "red" } as never))],
    ["a kind that there is not", draftOf(card("a", { kind: "carousel" } as never))],
    ["a language that there is not", { ...draftOf(card("a")), languages: ["tlh"] }],
    ["no language", { ...draftOf(card("a")), languages: [] }],
    [
      "a text in a wrong type in its second language",
      {
        ...draftOf(card("a", { title: { en: "A", es: 5 } } as never)),
        languages: ["en", "es"],
      },
    ],
    ["another format", { ...draftOf(card("a")), format: 2 }],
    ["sections that are text", { ...draftOf(), sections: "none" }],
    ["a provider", { ...draftOf(card("a")), provider: { name: "Acme" } }],
    ["nothing", null],
  ])("%s is refused, and the draft stays", async ([, interview]) => {
    const id = await add("Salon");
    const { revision } = await draft(id);
    const refused = await failureOf("PUT", `/interviews/${id}/draft`, { interview, revision });
    expect(refused).toMatchObject({ status: 422, code: "VALIDATION_ERROR" });
    expect(await draft(id)).toMatchObject({ revision, interview: draftOf(card("fax")) });
  });

  test("more than 1 MiB is refused", async () => {
    const id = await add("Salon");
    const huge = draftOf(card("a", { title: "x".repeat(1_100_000) }));
    const sent = { interview: huge, revision: (await draft(id)).revision };
    expect(await failureOf("PUT", `/interviews/${id}/draft`, sent)).toMatchObject({
      status: 413,
      code: "BODY_TOO_LARGE",
    });
  });

  test("an entry with another kind than before is refused at publishing", async () => {
    const id = await add("Salon", draftOf(card("a", { entry: "website-form" })));
    const { revision } = await draft(id);
    expect(
      await failureOf("POST", `/interviews/${id}/versions`, { revision, submitted: "keep" }),
    ).toMatchObject({ code: "ENTRY_TAKEN", details: [{ path: "website-form" }] });
  });
});

test("a language is published when it is complete, and is not lost until then", async () => {
  const text = (en: string, es?: string) => ({ en, ...(es !== undefined && { es }) });
  const bilingual = (es?: string): InterviewDraft => ({
    ...draftOf(card("fax", { title: text("Fax", "Fax"), prompt: text("Which?", es) })),
    languages: ["en", "es"],
  });
  const id = await add("Salon", bilingual());
  expect(await publish(id)).toEqual({ version: 1, isUnchanged: false });
  expect(Object.keys((await listed(id)).hashes)).toEqual(["en"]);
  expect((await draft(id)).interview).toEqual(bilingual());
  // the published part has not changed, so the draft stays a draft
  await save(id, { ...bilingual(), after: [] as never });
  await save(id, bilingual(""));
  expect(await publish(id)).toEqual({ version: 1, isUnchanged: true });
  expect((await draft(id)).interview).toEqual(bilingual(""));
  await save(id, bilingual("¿Cuál?"));
  expect(await publish(id)).toEqual({ version: 2, isUnchanged: false });
  expect(Object.keys((await listed(id)).hashes)).toEqual(["en", "es"]);
});

test("a template starts a new interview, with the author's language first", async () => {
  const { templates } = await admin.read<Templates>("/interview-templates");
  expect(templates).toHaveLength(6);
  expect(templates[0]).toMatchObject({ templateId: "website-project", name: "Website project" });
  const spanish = await service.call("GET", "/v1/manage/interview-templates", {
    headers: { ...CONSOLE, cookie: admin.cookie, "accept-language": "es" },
  });
  expect(((await spanish.json()) as { data: Templates }).data.templates[0]?.name).toBe(
    "Proyecto de sitio web",
  );
  for (const { templateId, name } of templates) {
    const from = { kind: "template", templateId, language: "es" };
    const { interviewId } = await admin.send<{ interviewId: string }>("POST", "/interviews", { name, from });
    expect((await draft(interviewId)).interview.languages).toEqual(["es", "en"]);
    expect(await publish(interviewId)).toMatchObject({ version: 1 });
    expect(Object.keys((await listed(interviewId)).hashes)).toEqual(["es", "en"]);
  }
  const unknown = { name: "None", from: { kind: "template", templateId: "constructor", language: "en" } };
  expect(await failureOf("POST", "/interviews", unknown)).toMatchObject({ status: 404 });
});

describe("an interview", () => {
  test("has a unique name", async () => {
    const id = await add("Salon");
    const taken = { name: "SALON", from: { kind: "empty", language: "en" } };
    expect(await failureOf("POST", "/interviews", taken)).toMatchObject({ code: "INTERVIEW_NAME_TAKEN" });
    expect(await failureOf("PATCH", `/interviews/${id}`, { name: "standard" })).toMatchObject({
      code: "INTERVIEW_NAME_TAKEN",
    });
    await admin.send("PATCH", `/interviews/${id}`, { name: "SALON" });
    expect(await kinds()).toContainEqual(["interview.renamed", "Salon → SALON"]);
    for (const name of ["", " ", "x".repeat(61), "a\u202eb", 5])
      expect(await failureOf("PATCH", `/interviews/${id}`, { name })).toMatchObject({ status: 422 });
    expect(await failureOf("PATCH", `/interviews/${id}`, {})).toMatchObject({ status: 422 });
  });

  test("can be retired for new clients, and brought back", async () => {
    const id = await add("Salon");
    await publish(id);
    await admin.send("PATCH", `/interviews/${id}`, { isRetired: true });
    await admin.send("PATCH", `/interviews/${id}`, { isRetired: true });
    expect(await listed(id)).toMatchObject({ isOffered: false, retiredAt: expect.any(String) });
    expect(await failureOf("POST", "/clients", { name: "Rosa", interviewId: id })).toMatchObject({
      status: 422,
    });
    expect(await failureOf("PATCH", `/interviews/${id}`, { isDefault: true })).toMatchObject({
      code: "INTERVIEW_NOT_OFFERED",
    });
    await admin.send("PATCH", `/interviews/${id}`, { isRetired: false, isDefault: true });
    expect(await failureOf("PATCH", `/interviews/${id}`, { isRetired: true })).toMatchObject({
      code: "INTERVIEW_IS_DEFAULT",
    });
    const names = (await kinds()).map(([kind]) => kind);
    expect(names.filter((kind) => kind === "interview.retired")).toHaveLength(1);
  });

  test("without a version cannot be the default, and can be deleted", async () => {
    const id = await add("Salon");
    expect(await failureOf("PATCH", `/interviews/${id}`, { isDefault: true })).toMatchObject({
      code: "INTERVIEW_NOT_OFFERED",
    });
    const { revision } = await draft(id);
    expect(await failureOf("DELETE", `/interviews/${id}/draft`, { revision })).toMatchObject({
      code: "INTERVIEW_UNPUBLISHED",
    });
    await admin.send("DELETE", `/interviews/${id}`);
    expect(await failureOf("GET", `/interviews/${id}`)).toMatchObject({ status: 404 });
    expect(await failureOf("DELETE", `/interviews/${OWN_INTERVIEW}`)).toMatchObject({
      code: "INTERVIEW_PUBLISHED",
    });
  });

  test("goes back to its version when the draft is discarded", async () => {
    const id = await add("Salon");
    await publish(id);
    const revision = await save(id, draftOf(card("other")));
    expect(await failureOf("DELETE", `/interviews/${id}/draft`, { revision: "v1" })).toMatchObject({
      status: 409,
    });
    await admin.send("DELETE", `/interviews/${id}/draft`, { revision });
    expect(await draft(id)).toMatchObject({ revision: "v1", interview: draftOf(card("fax")) });
    const nothing = { revision: "v1", submitted: "keep" };
    expect(await failureOf("POST", `/interviews/${id}/versions`, nothing)).toMatchObject({
      code: "NOTHING_TO_PUBLISH",
    });
  });

  test("from a release is read-only until it is taken over, and then no release changes it", async () => {
    const { interview, revision } = await draft(OWN_INTERVIEW);
    const sent = { interview, revision };
    expect(await failureOf("PUT", `/interviews/${OWN_INTERVIEW}/draft`, sent)).toMatchObject({
      code: "INTERVIEW_READ_ONLY",
    });
    await admin.send("PATCH", `/interviews/${OWN_INTERVIEW}`, { source: "console" });
    await save(OWN_INTERVIEW, { ...interview, sections: interview.sections.slice(1) });
    expect(await publish(OWN_INTERVIEW)).toEqual({ version: 2, isUnchanged: false });
    const again = { interviewId: OWN_INTERVIEW, body: {}, at: service.time.now, definitions: new Map() };
    const origin = { name: "Standard", source: "built-in" as const };
    expect(await service.storage.interviews.publish({ ...again, origin })).toEqual({ kind: "taken-over" });
    expect(await kinds()).toContainEqual(["interview.taken-over", "Standard"]);
  });
});

test("managers can read interviews but not write them", async () => {
  const id = await add("Salon");
  const manager = await consoleCaller(service);
  expect((await manager.read<ListedInterview>(`/interviews/${id}`)).name).toBe("Salon");
  await manager.read(`/interviews/${id}/versions`);
  const empty = { name: "Mine", from: { kind: "empty", language: "en" } };
  for (const [method, path, body] of [
    ["POST", "/interviews", empty],
    ["PATCH", `/interviews/${id}`, { name: "Mine" }],
    ["DELETE", `/interviews/${id}`, undefined],
    ["GET", `/interviews/${id}/draft`, undefined],
  ] as const)
    expect(await failureOf(method, path, body, manager)).toMatchObject({ code: "FORBIDDEN" });
});
