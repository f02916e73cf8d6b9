import { type EgressPolicy, operatorEgressPolicy } from "../outgoing/egress-policy.ts";
import type { Config } from "../settings/config.ts";
import type { SettingsInForce } from "../settings/settings-in-force.ts";
import type { SmtpServer } from "../settings/smtp-settings.ts";
import type { MailSender } from "./rendering/render-mail.ts";

/** The mail server and the sender. */
export type MailServerSetup = {
  smtp: SmtpServer;
  /** The addresses that the server may have; any address if the environment sets it. */
  reach: EgressPolicy;
  sender: MailSender;
};

type SetUpOptions = {
  config: Pick<Config, "providerName" | "publicUrl" | "provided">;
  /** The addresses that a mail server set in the console may have. */
  reach: EgressPolicy;
};

/** Undefined without a mail server or without a sender. */
export function mailSetUp(
  settings: Pick<SettingsInForce, "sourceOf" | "get">,
  { config, reach }: SetUpOptions,
): MailServerSetup | undefined {
  const smtp = settings.get("mailServer");
  const from = settings.get("mailFrom");
  if (!smtp || !from) return undefined;
  const isOperators = settings.sourceOf("mailServer").source === "environment";
  const { providerName, publicUrl, provided } = config;
  return {
    smtp,
    reach: isOperators ? operatorEgressPolicy() : reach,
    sender: { from, providerName, publicUrl, interviews: provided.interviews, look: provided.mailLook },
  };
}
