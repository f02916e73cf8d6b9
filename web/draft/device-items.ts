import * as z from "zod/mini";
import type { FormAnswers } from "#contract/answer.ts";

/** The three items of spec §3, each with its format version; they belong to whoever signed in last. */
const NAMES = {
  formData: "firsthand.formData",
  lastSync: "firsthand.lastSync",
  syncedData: "firsthand.syncedData",
} as const;
const FORMAT_VERSION = 1;

const itemSchema = z.object({ version: z.literal(FORMAT_VERSION), clientId: z.string(), value: z.unknown() });

const formsSchema = z.object({
  businessProfile: z.object({ employees: z.string(), locations: z.string(), revenue: z.string() }),
  toolSelection: z.object({
    selectedTools: z.array(z.string()),
    customTools: z.string(),
    toolRatings: z.record(z.string(), z.number()),
  }),
  websiteData: z.object({ url: z.string(), satisfaction: z.optional(z.number()) }),
});

export type DeviceItems = {
  /** The forms as entered last, and as last synced; absent where another client used the device since. */
  read(): Promise<{ forms: FormAnswers | undefined; syncedForms: FormAnswers | undefined }>;
  writeForms(forms: FormAnswers): Promise<void>;
  /** `at`: ISO 8601. */
  writeSynced(forms: FormAnswers, at: string): Promise<void>;
  clear(): Promise<void>;
};

/** Where the browser refuses storage (private mode, a full disk), the page goes on without. */
export function openDeviceItems(findStorage: () => Storage, clientId: string): DeviceItems {
  const read = <Value>(name: string, schema: z.ZodMiniType<Value>): Value | undefined => {
    const item = z.safeParse(
      itemSchema,
      parse(() => findStorage().getItem(name)),
    );
    if (!item.success || item.data.clientId !== clientId) return undefined;
    const value = z.safeParse(schema, item.data.value);
    return value.success ? value.data : undefined;
  };
  const write = (name: string, value: unknown): void => {
    const text = JSON.stringify({ version: FORMAT_VERSION, clientId, value });
    // what is not on the device is still on the screen, and the next save takes it to the server
    attempt(() => findStorage().setItem(name, text));
  };
  return {
    async read() {
      const schema = formsSchema as z.ZodMiniType<FormAnswers>;
      return { forms: read(NAMES.formData, schema), syncedForms: read(NAMES.syncedData, schema) };
    },
    async writeForms(forms) {
      write(NAMES.formData, forms);
    },
    async writeSynced(forms, at) {
      write(NAMES.syncedData, forms);
      write(NAMES.lastSync, at);
    },
    async clear() {
      for (const name of Object.values(NAMES)) attempt(() => findStorage().removeItem(name));
    },
  };
}

function parse(readText: () => string | null): unknown {
  return attempt(() => JSON.parse(readText() ?? "null") as unknown);
}

function attempt<Value>(act: () => Value): Value | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
