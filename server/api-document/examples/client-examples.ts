import type { OpenFollowUp, Take } from "#contract/api/calls.ts";
import type { wires } from "#contract/api/wires/wires.ts";
import { type Interview, writtenQuestions } from "#contract/interview/interview.ts";
import type { RecordInput } from "#contract/record/record.ts";
import { type ExamplesOf, exampleTimes, ids } from "./example.ts";

const credential = {
  id: "c2FtcGxlLWNyZWRlbnRpYWw",
  rawId: "c2FtcGxlLWNyZWRlbnRpYWw",
  type: "public-key",
  clientExtensionResults: {},
} as const;

/** The client's calls and the public ones, with questions of the current interview. */
export function clientExamples(interview: Interview): ExamplesOf<typeof wires> {
  const record = exampleRecord(interview);
  return {
    exchange: {
      body: { key: "fh_EXAMPLE" },
      answer: {
        accessToken: "fhs_EXAMPLE",
        clientId: ids.client,
        clientName: "Rosa's Bakery",
        expiresAt: "2026-11-04T14:01:12.000Z",
        draftKey: "ZXhhbXBsZS1leGFtcGxlLWV4YW1wbGUtZXhhbXBsZQ",
      },
    },
    emailLink: { body: { email: "rosa@bakery.example" } },
    passkeyChallenge: {
      answer: {
        challenge: "bWhiLmV4YW1wbGU",
        rpId: "onboarding.acme.example",
        timeout: 300_000,
        userVerification: "required",
      },
    },
    signInByPasskey: {
      body: {
        passkey: {
          ...credential,
          response: {
            clientDataJSON: "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0",
            authenticatorData: "SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2M",
            signature: "MEUCIQDexample",
          },
        },
      },
      answer: {
        accessToken: "fhs_EXAMPLE",
        clientId: ids.client,
        clientName: "Rosa's Bakery",
        expiresAt: "2026-11-04T14:01:12.000Z",
        draftKey: "ZXhhbXBsZS1leGFtcGxlLWV4YW1wbGUtZXhhbXBsZQ",
      },
    },
    newPasskey: {
      answer: {
        challenge: "bWhiLmV4YW1wbGU",
        rp: { id: "onboarding.acme.example", name: "Acme" },
        user: { id: "Y2xfNWYyYTljMWU", name: "Rosa's Bakery", displayName: "Rosa's Bakery" },
        pubKeyCredParams: [{ alg: -7, type: "public-key" }],
        timeout: 300_000,
        excludeCredentials: [],
        authenticatorSelection: {
          authenticatorAttachment: "platform",
          residentKey: "required",
          requireResidentKey: true,
          userVerification: "required",
        },
        attestation: "none",
      },
    },
    addPasskey: {
      body: {
        passkey: {
          ...credential,
          response: {
            clientDataJSON: "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0",
            attestationObject: "o2NmbXRkbm9uZQ",
          },
        },
      },
    },
    passkeys: {
      answer: [
        {
          passkeyId: ids.key,
          device: "iPhone, Safari",
          addedAt: exampleTimes.begun,
          lastUsedAt: exampleTimes.saved,
        },
      ],
    },
    dropPasskey: { answer: {} },
    handOver: {
      answer: { link: "https://onboarding.acme.example/#key=fh_EXAMPLE", expiresAt: exampleTimes.saved },
    },
    logout: { answer: {} },
    sessions: {
      answer: [
        {
          sessionId: ids.session,
          device: "iPhone, Safari",
          begunAt: exampleTimes.begun,
          lastUsedAt: exampleTimes.saved,
          isThis: true,
        },
      ],
    },
    endOtherSessions: { answer: {} },
    endSession: { answer: {} },
    load: { answer: record },
    save: {
      body: { data: record, submit: false },
      answer: { revision: 4, savedAt: exampleTimes.saved, submittedAt: null },
    },
    status: {
      answer: {
        state: "in-progress",
        completed: 1,
        total: 13,
        percent: 8,
        revision: 4,
        updatedAt: exampleTimes.saved,
        submittedAt: null,
        manager: "Mia Chen",
        submission: null,
      },
    },
    helpers: {
      answer: [
        {
          helperId: ids.helper,
          name: "Dana",
          sectionId: "money-admin",
          seesAll: false,
          state: "answering",
          answers: 3,
          expiresAt: exampleTimes.later,
        },
      ],
    },
    addHelper: { body: { sectionId: "money-admin", name: "Dana", seesAll: false } },
    removeHelper: { answer: {} },
    openFollowUps: { answer: openFollowUps },
    askedBack: { answer: openFollowUps },
    takePart: { answer: { sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08" } },
    closeTake: {
      body: {
        question: ids.question,
        parts: 3,
        mimeType: "audio/webm;codecs=opus",
        durationMs: 41_200,
      },
      answer: { ...take, state: "queued", transcript: null, isPlayable: false },
    },
    take: { answer: take },
    retryTake: { answer: { ...take, state: "queued", transcript: null } },
    dropTake: { answer: {} },
    interview: {
      answer: {
        hash: "f3a1c9",
        interview: {
          sections: [
            {
              id: "customers",
              name: "Your customers",
              minutes: 5,
              description: "Who buys from you, and how they find you.",
              questions: [
                {
                  kind: "free-answer",
                  id: ids.question,
                  entry: ids.question,
                  title: "How customers find you",
                  prompt: "How do new customers hear of you?",
                  sample: "Most of them walk past, and one in four comes from our posts.",
                },
              ],
            },
          ],
        },
      },
    },
    health: { answer: { status: "ok" } },
    readiness: { answer: { status: "ok" } },
    reachability: {
      body: { challenge: "d41tqXbW0C9nQ0fZk3m7Yc2sVtLr8uHgPxJe5aBoDiK" },
      answer: {
        proof: "5f0c3b1e9a7d2846c1d0e3f4a5b6978812ab34cd56ef7890fedcba9876543210",
        isSecure: true,
        forwardedFor: "used",
      },
    },
    openapi: { answer: { openapi: "3.1.0" } },
  };
}

const openFollowUps: OpenFollowUp[] = [
  {
    question: ids.question,
    text: "Which of these brings the most orders?",
    managerName: "Mia Chen",
    askedAt: exampleTimes.asked,
  },
];

const take: Take = {
  takeId: ids.take,
  state: "transcribed",
  parts: [],
  question: ids.question,
  durationMs: 41_180,
  transcript: "Most of our customers walk past the shop.",
  isPlayable: true,
};

/** One answer to the first written question; the record is empty if the interview has none. */
function exampleRecord(interview: Interview): RecordInput {
  return Object.fromEntries(
    writtenQuestions(interview)
      .slice(0, 1)
      .map(({ entry, section, question }) => [
        entry,
        {
          section: section.id,
          question: question.id,
          responses: [
            {
              type: "text",
              content: "Most of our customers walk past the shop.",
              timestamp: exampleTimes.saved,
              id: "a1",
              source: "typed",
            },
          ],
        },
      ]),
  );
}
