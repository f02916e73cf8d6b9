import type { BulkJob } from "#contract/manage/bulk.ts";
import type { Client, ClientRow } from "#contract/manage/clients.ts";
import type { answerEndpoints } from "#contract/manage/endpoints/answers.ts";
import type { briefEndpoints } from "#contract/manage/endpoints/briefs.ts";
import type { bulkEndpoints } from "#contract/manage/endpoints/bulk.ts";
import type { clientSessionEndpoints } from "#contract/manage/endpoints/client-sessions.ts";
import type { clientEndpoints } from "#contract/manage/endpoints/clients.ts";
import type { draftEndpoints } from "#contract/manage/endpoints/drafts.ts";
import type { fieldEndpoints } from "#contract/manage/endpoints/fields.ts";
import type { followUpEndpoints } from "#contract/manage/endpoints/follow-ups.ts";
import type { historyEndpoints } from "#contract/manage/endpoints/history.ts";
import type { importEndpoints } from "#contract/manage/endpoints/import.ts";
import type { keyEndpoints } from "#contract/manage/endpoints/keys.ts";
import type { noteEndpoints } from "#contract/manage/endpoints/notes.ts";
import type { overviewEndpoints } from "#contract/manage/endpoints/overview.ts";
import type { pinEndpoints } from "#contract/manage/endpoints/pins.ts";
import type { readMarkerEndpoints } from "#contract/manage/endpoints/read-markers.ts";
import type { searchEndpoints } from "#contract/manage/endpoints/search.ts";
import type { shareEndpoints } from "#contract/manage/endpoints/shares.ts";
import type { tagEndpoints } from "#contract/manage/endpoints/tags.ts";
import type { timelineEndpoints } from "#contract/manage/endpoints/timeline.ts";
import type { viewEndpoints } from "#contract/manage/endpoints/views.ts";
import type { CustomField } from "#contract/manage/fields.ts";
import type { FollowUp } from "#contract/manage/follow-ups.ts";
import type { SavedView } from "#contract/manage/views.ts";
import { type ExamplesOf, exampleTimes, ids } from "./example.ts";
import { standardInterview as interview } from "./interview-examples.ts";

const row = {
  clientId: ids.client,
  name: "Rosa's Bakery",
  email: "rosa@bakery.example",
  managerId: ids.manager,
  managerName: "Mia Chen",
  goesBackTo: null,
  contact: "Rosa Marin",
  externalId: null,
  tags: [{ tagId: "tg_4e1f", name: "Website" }],
  dueOn: "2026-11-20",
  state: "in-progress",
  flags: ["waiting"],
  completed: 1,
  total: 13,
  percent: 8,
  nextQuestion: "team-description",
  followUpsOut: 1,
  waitingSince: exampleTimes.asked,
  mailTrouble: null,
  phone: "+1 555 010 2030",
  website: "rosasbakery.example",
  addedAt: exampleTimes.added,
  invitedAt: exampleTimes.added,
  openedAt: exampleTimes.begun,
  lastSeenAt: exampleTimes.saved,
  activeAt: exampleTimes.saved,
  changedAt: exampleTimes.saved,
  submittedAt: null,
} satisfies ClientRow;
const field = {
  fieldId: "fd_9b1c",
  name: "Plan",
  kind: "choice",
  options: ["Starter", "Growth"],
} satisfies CustomField;
const counts = {
  all: 12,
  "not-invited": 1,
  invited: 2,
  opened: 0,
  "in-progress": 6,
  submitted: 2,
  approved: 1,
};
const filters = {
  all: 12,
  "needs-you": 3,
  "mail-trouble": 0,
  news: 2,
  ready: 1,
  overdue: 1,
  waiting: 1,
  stalled: 1,
  "never-opened": 0,
};
const selection = {
  search: "",
  filter: "stalled",
  state: "in-progress",
  order: "activity",
  direction: "up",
} as const;
const view = {
  viewId: "vw_7c2a",
  name: "Stalled websites",
  selection,
  columns: ["progress", "happening", "contact", "activity"],
  isShared: false,
} satisfies SavedView;
const bulk: BulkJob = {
  bulkId: "bk_91d0",
  action: "remind",
  state: "running",
  total: 22,
  done: 5,
  skipped: 1,
  causes: { "no-address": 1 },
  skippedClients: [{ clientId: ids.client, clientName: "Rosa's Bakery", cause: "no-address" }],
  startedAt: exampleTimes.saved,
  undoUntil: exampleTimes.asked,
};
const client = {
  ...row,
  fields: { [field.fieldId]: "Growth" },
  interview,
  language: "en",
  getsReminders: true,
  keys: [
    {
      keyId: ids.key,
      state: "live",
      createdAt: exampleTimes.added,
      expiresAt: exampleTimes.later,
      lastUsedAt: exampleTimes.begun,
      revokedAt: null,
    },
  ],
  links: [],
  helpers: [],
  sessions: [
    {
      sessionId: ids.session,
      device: "iPhone, Safari",
      begunAt: exampleTimes.begun,
      lastUsedAt: exampleTimes.saved,
      keyId: ids.key,
    },
  ],
  pin: { state: "none", setAt: null, stoppedAt: null },
} satisfies Client;
const newKey = {
  clientId: ids.client,
  keyId: ids.key,
  accessKey: "fh_EXAMPLE",
  link: "https://onboarding.example/#key=fh_EXAMPLE",
  expiresAt: exampleTimes.later,
};
const record = {
  [ids.question]: {
    section: "customers",
    question: ids.question,
    responses: [
      {
        type: "text",
        content: "Most of our customers walk past the shop.",
        timestamp: exampleTimes.saved,
        id: "a1",
      },
    ],
  },
};
const followUp: FollowUp = {
  question: ids.question,
  state: "asked-back",
  entries: [
    {
      kind: "asked-back",
      managerId: ids.manager,
      managerName: "Mia Chen",
      at: exampleTimes.asked,
      text: "Which of these brings the most orders?",
    },
  ],
};
const csv = "name,email\nRosa's Bakery,rosa@bakery.example";

/** A manager's calls for clients and their answers. */
export const clientWorkExamples: ExamplesOf<
  typeof answerEndpoints &
    Pick<typeof briefEndpoints, "exportChosen"> &
    typeof searchEndpoints &
    typeof bulkEndpoints &
    typeof clientEndpoints &
    typeof tagEndpoints &
    typeof viewEndpoints &
    typeof clientSessionEndpoints &
    typeof followUpEndpoints &
    typeof historyEndpoints &
    typeof importEndpoints &
    typeof keyEndpoints &
    typeof draftEndpoints &
    typeof fieldEndpoints &
    typeof noteEndpoints &
    Pick<typeof overviewEndpoints, "overview"> &
    typeof pinEndpoints &
    typeof readMarkerEndpoints &
    typeof timelineEndpoints &
    Omit<typeof shareEndpoints, "sharedAudio">
> = {
  listClients: { answer: { clients: [row], total: 1, counts, next: null } },
  addClient: {
    body: {
      name: "Rosa's Bakery",
      email: "rosa@bakery.example",
      manager: "mia@northside.example",
      answers: { [ids.question]: { responses: [{ content: "Most of our customers walk past the shop." }] } },
    },
    answer: newKey,
  },
  upsertClient: {
    body: { name: "Rosa's Bakery", email: "rosa@bakery.example", phone: "+1 555 010 2030" },
    answer: { ...client, externalId: "crm-1042" },
    created: { data: newKey },
  },
  findClient: { answer: client },
  countClients: { answer: { filters, views: { [view.viewId]: 4 } } },
  listTags: { answer: { tags: [{ tagId: "tg_4e1f", name: "Website", clients: 7 }] } },
  deleteTag: { answer: {} },
  listViews: { answer: { views: [view] } },
  addView: { body: { name: view.name, selection, columns: view.columns }, answer: view },
  changeView: { body: { name: view.name, selection, columns: view.columns }, answer: view },
  deleteView: { answer: {} },
  startBulk: {
    body: { act: { action: "remind" }, on: { selection } },
    answer: { bulkId: bulk.bulkId, total: bulk.total },
  },
  search: { body: { query: "QuickBooks", in: ["answers"] } },
  exportChosen: { body: { format: "csv", on: { ids: [ids.client] } } },
  findBulk: { answer: bulk },
  stopBulk: { answer: { ...bulk, state: "stopped" } },
  undoBulk: { answer: { ...bulk, state: "undone", undoUntil: null } },
  previewInvitation: {
    body: { words: "It was great to meet you on Thursday!", dueOn: "2026-11-20" },
    answer: {
      from: { name: "Northside Studio", email: "hello@northside.example" },
      to: { name: "Rosa Marin", email: "rosa@bakery.example" },
      replyTo: { name: "Mia Chen", email: "mia@northside.example" },
      subject: "Tell us about Rosa's Bakery",
      text: "Hi Rosa, …",
      html: "<!doctype html>…",
      blocks: [
        { kind: "text", lines: ["Hi Rosa,"] },
        { kind: "button", label: "Start the interview" },
      ],
      footer: ["Northside Studio sends you this email about your interview."],
      look: { providerName: "Northside Studio", hasLogo: false, accent: "#1c5b4a", onAccent: "#fffdf9" },
    },
  },
  testInvitation: {
    body: { words: "It was great to meet you on Thursday!" },
    answer: { outcome: "queued", mailId: "ml_2f6b", kind: "invitation" },
  },
  changeClient: { body: { email: "rosa@bakery.example", getsReminders: false }, answer: {} },
  patchClient: {
    body: { phone: "+1 555 010 2030", tags: ["Website"], fields: { [field.fieldId]: "Growth" } },
    answer: {},
  },
  listFields: { answer: { fields: [field] } },
  addField: { body: { name: field.name, kind: field.kind, options: [...field.options] }, answer: field },
  changeField: { body: { options: ["Starter", "Growth", "Scale"] }, answer: field },
  deleteField: { answer: {} },
  eraseClient: { body: { name: "Rosa's Bakery" }, answer: { isWhole: true } },
  overview: {
    answer: {
      from: "2026-08-28",
      to: null,
      counts,
      interview,
      questions: [{ questionId: ids.question, sectionId: "customers", answered: 9, stoppedHere: 1 }],
      funnel: [
        { step: "invited", clients: 11 },
        { step: "opened", clients: 9 },
        { step: "began", clients: 9 },
        { step: "half", clients: 5 },
        { step: "submitted", clients: 3 },
        { step: "approved", clients: 1 },
      ],
      spans: [
        { from: "invited", to: "opened", clients: 9, medianDays: 0.8 },
        { from: "opened", to: "submitted", clients: 3, medianDays: 4.2 },
        { from: "submitted", to: "approved", clients: 1, medianDays: null },
        { from: "invited", to: "submitted", clients: 3, medianDays: 5.5 },
      ],
      weeks: [{ from: "2026-11-16", to: "2026-11-22", invited: 4, submitted: 2 }],
      managers: [{ managerId: ids.manager, managerName: "Mia Chen", invited: 11, submitted: 3 }],
    },
  },
  previewImport: {
    body: { csv, columns: "guess" },
    answer: {
      columns: [
        { index: 0, header: "name", field: "name", samples: ["Rosa's Bakery"] },
        { index: 1, header: "email", field: "email", samples: ["rosa@bakery.example"] },
      ],
      rows: [
        {
          line: 2,
          name: "Rosa's Bakery",
          email: "rosa@bakery.example",
          does: "add",
          may: ["add", "skip"],
          reason: "new",
          twin: null,
          clientId: null,
          clientName: null,
          changes: [],
          faults: [],
        },
      ],
      clients: 1,
      sample: [{ line: 2, name: "Rosa's Bakery", email: "rosa@bakery.example" }],
      faults: [],
    },
  },
  importClients: {
    body: { csv, columns: { "0": "name", "1": "email" }, choices: {}, withKeys: true },
    answer: {
      rows: [{ line: 2, did: "added", reason: "new", clientId: newKey.clientId }],
      issued: [{ ...newKey, name: "Rosa's Bakery", email: "rosa@bakery.example" }],
    },
  },
  issueKey: { body: { days: 90 }, answer: newKey },
  revokeKey: { answer: {} },
  endClientSessions: { answer: {} },
  endClientSession: { answer: {} },
  setPin: { answer: { pin: "804215" } },
  removePin: { answer: {} },
  readRecord: {
    answer: {
      revision: 4,
      changedAt: exampleTimes.saved,
      submittedAt: null,
      data: record,
      takes: [],
      earlierInterviews: [],
    },
  },
  timeline: {
    answer: {
      entries: [
        {
          entryId: "ml_0f8fad5b-d9cb-469f-a165-70867728950e",
          at: exampleTimes.mailed,
          kind: "mail",
          who: { kind: "manager", name: "Mia Chen" },
          mail: { kind: "follow-up", state: "sent", attempts: 1, cause: null, status: 250 },
        },
        {
          entryId: "event-131",
          at: exampleTimes.asked,
          kind: "follow-up-asked",
          who: { kind: "manager", name: "Mia Chen" },
          questions: [ids.question],
        },
        {
          entryId: "save-4",
          at: exampleTimes.saved,
          kind: "saved",
          who: { kind: "client", name: "Rosa's Bakery" },
          device: "iPhone, Safari",
          revision: 4,
          base: 0,
          saves: 4,
          since: exampleTimes.begun,
        },
      ],
      next: "1762178460000_128.1762178460000_1.1762178460001_",
    },
  },
  answerFor: {
    body: {
      revision: 4,
      entry: { responses: [{ content: "Word of mouth, and the market on Saturdays." }] },
      why: "phone",
    },
    answer: { revision: 5 },
  },
  history: {
    answer: {
      steps: [
        {
          revision: 4,
          savedAt: exampleTimes.saved,
          submittedAt: null,
          completed: 1,
          total: 13,
          percent: 8,
          isRecord: true,
          device: "iPhone, Safari",
        },
      ],
    },
  },
  readRevision: { answer: { revision: 3, data: record } },
  restoreRevision: { answer: { revision: 5 } },
  listFollowUps: { answer: { followUps: [{ ...followUp, mailAt: exampleTimes.mailed }] } },
  askFollowUp: { body: { text: "Which of these brings the most orders?" }, answer: {} },
  withdrawFollowUp: { answer: {} },
  mailFollowUps: { answer: {} },
  listThreads: { answer: { threads: [followUp] } },
  askBack: { body: { text: "Which of these brings the most orders?" }, answer: {} },
  takeBack: { answer: {} },
  approve: { body: { revision: 4 }, answer: {} },
  unapprove: { answer: {} },
  approveMany: {
    body: { revision: 4, questions: ["team-description", "customer-acquisition"] },
    answer: { questions: ["team-description", "customer-acquisition"] },
  },
  unapproveMany: {
    body: { questions: ["team-description"] },
    answer: { questions: ["team-description"] },
  },
  readMarkers: {
    answer: {
      lookedAt: exampleTimes.saved,
      marks: [{ question: ids.question, content: "1f6c2a", answers: { "0c9e1b": "77d3e0" } }],
    },
  },
  markRead: { body: { revision: 4 }, answer: {} },
  listDrafts: {
    answer: {
      drafts: [{ questionId: ids.question, text: "Which of these brings", changedAt: exampleTimes.asked }],
    },
  },
  saveDraft: {
    body: { text: "Which of these brings the", readAt: exampleTimes.asked },
    answer: { changedAt: exampleTimes.mailed },
  },
  deleteDraft: { answer: {} },
  listNotes: {
    answer: {
      notes: [
        {
          noteId: "nt_4c7d",
          managerId: ids.manager,
          managerName: "Mia Chen",
          text: "Prefers a call after 3 PM.",
          version: 1,
          addedAt: exampleTimes.asked,
          changedAt: null,
        },
      ],
    },
  },
  addNote: { body: { text: "Prefers a call after 3 PM." }, answer: {} },
  changeNote: { body: { text: "Prefers a call after 4 PM.", version: 1 }, answer: {} },
  deleteNote: { body: { version: 2 }, answer: {} },
  listShares: {
    answer: {
      shares: [
        {
          shareId: "sh_5b1e",
          recipient: "Ana Ruiz, Pixel & Pine",
          options: { recordings: false, contact: true, followUps: true },
          madeBy: "Mia Chen",
          madeAt: exampleTimes.asked,
          expiresAt: exampleTimes.later,
          opens: 2,
          lastOpenedAt: exampleTimes.saved,
        },
      ],
    },
  },
  makeShare: {
    body: { recipient: "Ana Ruiz, Pixel & Pine", contact: true },
    answer: {
      shareId: "sh_5b1e",
      link: "https://onboarding.northside.example/b/#fhb_0ZtXv2mQ8rT1uY4wE6oP9aS3dF5gH7jK0lZ2xC4vB6n",
      expiresAt: exampleTimes.later,
    },
  },
  revokeShare: { answer: {} },
  openShare: {
    body: { token: "fhb_0ZtXv2mQ8rT1uY4wE6oP9aS3dF5gH7jK0lZ2xC4vB6n" },
    answer: { address: "/b/brief" },
  },
};
