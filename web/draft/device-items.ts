import * as z from "zod/mini";
import type { Interview } from "#contract/interview/interview.ts";
import { formDataOf, formDataSchema, formsOfData } from "#contract/record/form-data.ts";
import type { FormAnswers } from "#contract/record/forms.ts";
import { fromBase64Url, toBase64Url, type Vault } from "./vault.ts";

/**
 * The three local storage items of spec §3. They belong to the client who signed in last; the journal is what survives
 * a crash.
 */
const NAMES = {
  formData: "firsthand.formData",
  lastSync: "firsthand.lastSync",
  syncedData: "firsthand.syncedData",
} as const;
type ItemName = (typeof NAMES)[keyof typeof NAMES];

/** Version 1, of release 0.1.0, was not encrypted. The app still reads this version but never writes it. */
const plainSchema = z.object({ version: z.literal(1), clientId: z.string(), value: z.unknown() });
const sealedSchema = z.object({
  version: z.literal(2),
  slot: z.string(),
  sealed: z.object({ version: z.number(), iv: z.string(), bytes: z.string() }),
});
const itemSchema = z.discriminatedUnion("version", [plainSchema, sealedSchema]);
type Item = z.infer<typeof itemSchema>;

export type DeviceItems = {
  /** The forms as last entered and as last synced; undefined if another client has used the device since. */
  read(): Promise<{
    forms: FormAnswers | undefined;
    syncedForms: FormAnswers | undefined;
    asideCount: number;
  }>;
  writeForms(forms: FormAnswers): Promise<void>;
  /** `at`: ISO 8601. */
  writeSynced(forms: FormAnswers, at: string): Promise<void>;
  /** Reads and writes forms by this interview from now on. */
  changeInterview(interview: Interview): void;
  clear(): Promise<void>;
};

type OpenDeviceItemsOptions = {
  interview: Interview;
  findStorage: () => Storage;
  clientId: string;
  /** Without a vault, nothing is written. */
  vault: Vault | undefined;
  /** Stores the text of an item that cannot be read; rejects if it cannot be stored. */
  keepAside: (name: string, text: string) => Promise<void>;
};

/** If the browser refuses storage (private mode, a full disk), the app works without these items. */
export function openDeviceItems({
  interview: atOpening,
  findStorage,
  clientId,
  vault,
  keepAside,
}: OpenDeviceItemsOptions): DeviceItems {
  let interview = atOpening;
  const latest = new Map<ItemName, unknown>();
  /** Items that could neither be read nor set aside, so they are never overwritten. */
  const blocked = new Set<ItemName>();
  let writing: Promise<void> = Promise.resolve();
  let asideCount = 0;

  async function read<Value>(name: ItemName, schema: z.ZodMiniType<Value>): Promise<Value | undefined> {
    const text = attempt(() => findStorage().getItem(name)) ?? null;
    if (text === null) return undefined;
    try {
      const item = itemSchema.parse(JSON.parse(text));
      if (!isOwn(item)) return undefined;
      return schema.parse("value" in item ? item.value : await unseal(name, item));
    } catch {
      asideCount += 1;
      await keepAside(name, text).catch(() => blocked.add(name));
      return undefined;
    }
  }

  function isOwn(item: Item): boolean {
    return "clientId" in item ? item.clientId === clientId : item.slot === vault?.slot;
  }

  async function unseal(name: string, { sealed }: z.infer<typeof sealedSchema>): Promise<unknown> {
    const { version, iv, bytes } = sealed;
    const row = { version, iv: fromBase64Url(iv), bytes: fromBase64Url(bytes).buffer };
    return vault?.unseal(name, row);
  }

  /** Writes in order. Of several values that arrive while one is being encrypted, only the last is written. */
  function write(name: ItemName, value: unknown): Promise<void> {
    if (!vault || blocked.has(name)) return Promise.resolve();
    latest.set(name, value);
    writing = writing.then(() => writeLatest(vault, name)).catch(() => undefined);
    return writing;
  }

  async function writeLatest(sealer: Vault, name: ItemName): Promise<void> {
    if (!latest.has(name)) return;
    const value = latest.get(name);
    latest.delete(name);
    const { version, iv, bytes } = await sealer.seal(name, value);
    const sealed = { version, iv: toBase64Url(iv), bytes: toBase64Url(new Uint8Array(bytes)) };
    const text = JSON.stringify({ version: 2, slot: sealer.slot, sealed });
    // if local storage refuses, the journal still has the text, and the next save sends it to the server
    attempt(() => findStorage().setItem(name, text));
  }

  return {
    async read() {
      const schema = formDataSchema(interview);
      const data = await read(NAMES.formData, schema);
      const syncedData = await read(NAMES.syncedData, schema);
      await read(NAMES.lastSync, z.string());
      return {
        forms: data && formsOfData(interview, data),
        syncedForms: syncedData && formsOfData(interview, syncedData),
        asideCount,
      };
    },
    writeForms: (forms) => write(NAMES.formData, formDataOf(interview, forms)),
    async writeSynced(forms, at) {
      await Promise.all([write(NAMES.syncedData, formDataOf(interview, forms)), write(NAMES.lastSync, at)]);
    },
    changeInterview(changed) {
      interview = changed;
    },
    async clear() {
      latest.clear();
      await writing;
      for (const name of Object.values(NAMES)) attempt(() => findStorage().removeItem(name));
    },
  };
}

function attempt<Value>(act: () => Value): Value | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
