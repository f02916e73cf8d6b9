import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import type { NewKey } from "../storage/access/access-keys.ts";
import type { AddedClient } from "../storage/clients/clients.ts";
import { addClient, addClients, type IssueKeyContext, issueKey } from "./issue-key.ts";

const secrets = { currentPepper: "p1", peppers: { p1: randomBytes(32).toString("base64") } };

/** How many more tries find their id taken. */
let takenFor: number;
let stored: NewKey[];

/** Stores a batch without taken ids; otherwise returns the first id of the batch as taken. */
async function store(keys: NewKey[]): Promise<ReadonlySet<string>> {
  takenFor -= 1;
  if (takenFor >= 0) return new Set(keys.slice(0, 1).map(({ keyId }) => keyId));
  stored.push(...keys);
  return new Set();
}

const storage = {
  clients: {
    addMany: (added: AddedClient[]) => store(added.flatMap(({ key }) => key ?? [])),
  },
  accessKeys: { add: (key: NewKey) => store([key]) },
};
const issuing = { storage, secrets, now: 0 } as unknown as IssueKeyContext;

beforeEach(() => {
  stored = [];
});

describe.each([0, 1, 3])("when an id is taken %i times, another key is made", (times) => {
  beforeEach(() => {
    takenFor = times;
  });

  test("for a new client", async () => {
    const { keyId } = await addClient(issuing, { name: "Rosa" });
    expect(stored.map((key) => key.keyId)).toEqual([keyId]);
  });

  test("for an existing client", async () => {
    const { keyId } = await issueKey(issuing, "cl_1", 3);
    expect(stored).toMatchObject([{ keyId, clientId: "cl_1", expiresAt: 3 * 86_400_000 }]);
  });

  test("for the clients whose id is taken, and all others keep theirs", async () => {
    const names = ["Rosa", "Ben", "Ana"];
    const added = await addClients(
      issuing,
      names.map((name) => ({ name })),
    );
    expect(added.map(({ name }) => name)).toEqual(names);
    expect(stored.map(({ keyId, clientId }) => [keyId, clientId])).toEqual(
      added.map(({ keyId, clientId }) => [keyId, clientId]),
    );
  });
});
