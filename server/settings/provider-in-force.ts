import type { Language } from "#contract/languages.ts";
import { lookOf, paragraphsOf } from "../interview-file/read-interview-file.ts";
import type { Config } from "./config.ts";
import type { LiveSettings } from "./live-settings.ts";
import type { SettingsInForce } from "./settings-in-force.ts";

/** How clients see the provider: name, logo, colors, support and privacy words. */
export type ProviderInForce = Pick<Config, "providerName" | "provided">;

/** Every page asks again, and settings of one moment never change. */
const known = new WeakMap<object, ProviderInForce>();

export function providerInForce(
  { provided }: Pick<Config, "provided">,
  settings: Pick<SettingsInForce, "get">,
): ProviderInForce {
  const found = known.get(settings) ?? composed(provided, settings);
  known.set(settings, found);
  return found;
}

/** The configuration in which these are as they are now; what reads them at its start would miss a change. */
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
      ...lookOf({
        colors: colors && { accent: colors.accent, accentDark: colors.accentDark ?? undefined },
        logo,
        // the file's for dark screens is the same mark as the file's for light ones
        logoDark: logo === markers.logo ? markers.logoDark : undefined,
      }),
    },
  };
}

/** What is not offered is absent. */
function offered<Value extends object>(value: Value): { [Name in keyof Value]?: NonNullable<Value[Name]> } {
  const entries = Object.entries(value).filter(([, each]) => each !== null);
  return Object.fromEntries(entries) as { [Name in keyof Value]?: NonNullable<Value[Name]> };
}
