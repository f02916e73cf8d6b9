import type { Language } from "#contract/languages.ts";
import { brandLookOf, paragraphsOf } from "../interview-file/read-interview-file.ts";
import type { Config } from "./config.ts";
import type { LiveSettings } from "./live-settings.ts";
import type { SettingsInForce } from "./settings-in-force.ts";

/** The provider as clients see it: name, logo, colors, support contacts and privacy words. */
export type ProviderInForce = Pick<Config, "providerName" | "provided">;

/** Cached per snapshot of the settings, because every page asks for it. */
const known = new WeakMap<object, ProviderInForce>();

export function providerInForce(
  { provided }: Pick<Config, "provided">,
  settings: Pick<SettingsInForce, "get">,
): ProviderInForce {
  const found = known.get(settings) ?? composed(provided, settings);
  known.set(settings, found);
  return found;
}

/**
 * A configuration whose provider values are read at each access; code that copies them at the start would miss changes.
 */
export function liveConfig(config: Config, settings: Pick<LiveSettings, "now">): Config {
  return {
    ...config,
    get providerName() {
      return providerInForce(config, settings.now()).providerName;
    },
    get provided() {
      return providerInForce(config, settings.now()).provided;
    },
  };
}

function composed(provided: Config["provided"], { get }: Pick<SettingsInForce, "get">): ProviderInForce {
  const [colors, logo] = [get("colors"), get("logo")];
  const { markers } = provided;
  const privacy = Object.entries(get("privacyWords")) as [Language, string][];
  return {
    providerName: get("providerName"),
    provided: {
      ...provided,
      support: offered(get("support")),
      privacy: new Map(privacy.map(([language, text]) => [language, paragraphsOf(text)])),
      ...brandLookOf({
        colors: colors && { accent: colors.accent, accentDark: colors.accentDark ?? undefined },
        logo,
        // the file's dark logo belongs to the file's light logo, so it is unused when the console sets another
        logoDark: logo === markers.logo ? markers.logoDark : undefined,
      }),
    },
  };
}

/** Drops the entries that are null. */
function offered<Value extends object>(value: Value): { [Name in keyof Value]?: NonNullable<Value[Name]> } {
  const entries = Object.entries(value).filter(([, each]) => each !== null);
  return Object.fromEntries(entries) as { [Name in keyof Value]?: NonNullable<Value[Name]> };
}
