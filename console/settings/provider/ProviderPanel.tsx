import type { ShownSettings } from "#contract/manage/settings/settings.ts";
import { t } from "../../translate.ts";
import { Panel } from "../../ui/Panel.tsx";
import { ColorsForm } from "./ColorsForm.tsx";
import { LogoForm } from "./LogoForm.tsx";
import { NameForm } from "./NameForm.tsx";
import { PrivacyForm } from "./PrivacyForm.tsx";
import { SupportForm } from "./SupportForm.tsx";

/** The provider's name, colors, logo and support contacts, as clients see them on pages and in emails. */
export function ProviderPanel({ shown }: { shown: ShownSettings }) {
  return (
    <>
      <Panel title={t("settings.provider.title")}>
        <p>{t("settings.provider.what")}</p>
        <NameForm shown={shown} />
        <ColorsForm shown={shown} />
      </Panel>
      <Panel title={t("settings.logo.title")}>
        <p>{t("settings.logo.what")}</p>
        <LogoForm shown={shown} />
      </Panel>
      <Panel title={t("settings.support.title")}>
        <p>{t("settings.support.what")}</p>
        <SupportForm shown={shown} />
      </Panel>
      <Panel title={t("settings.privacy.title")}>
        <p>{t("settings.privacy.what")}</p>
        <PrivacyForm shown={shown} />
      </Panel>
    </>
  );
}
