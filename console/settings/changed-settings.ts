import type { ChangedSettings, SettingName } from "#contract/manage/settings/setting-values.ts";
import type { ShownSettings } from "#contract/manage/settings/settings.ts";

type ShownValues = ShownSettings["settings"];

/** The entered settings that differ from the current ones, without those that the environment sets. */
export function changesOf(shown: ShownValues, entered: ChangedSettings): ChangedSettings {
  const changed = (Object.entries(entered) as [SettingName, unknown][]).filter(
    ([name, value]) =>
      shown[name].variable === null && JSON.stringify(value) !== JSON.stringify(shown[name].value),
  );
  return Object.fromEntries(changed);
}

/** A change that resets those of the settings that the console has set. */
export function resetOf(shown: ShownValues, names: readonly SettingName[]): ChangedSettings {
  return Object.fromEntries(namesSetHere(shown, names).map((name) => [name, null]));
}

/** The settings whose value was set in the console. */
export function namesSetHere(shown: ShownValues, names: readonly SettingName[]): SettingName[] {
  return names.filter((name) => shown[name].source === "console");
}

/** The whole numbers in a list such as "3, 7, 14"; undefined if the list is not valid. */
export function numbersIn(
  text: string,
  { max, count }: { max: number; count: number },
): number[] | undefined {
  const parts = text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((part) => wholeIn(part, { min: 0, max }));
  return parts.length <= count && !parts.includes(undefined) ? (parts as number[]) : undefined;
}

/** The whole number in a text; undefined if it is not one or is out of range. */
export function wholeIn(text: string, { min, max }: { min: number; max: number }): number | undefined {
  const value = Number(text.trim());
  return /^\s*\d{1,5}\s*$/.test(text) && value >= min && value <= max ? value : undefined;
}
