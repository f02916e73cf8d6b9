import type { CurrentManager } from "#contract/manage/accounts.ts";
import {
  type IncludedAnswers,
  includedAnswers,
  takesFormat,
  type WebhookFormat,
  webhookFormats,
} from "#contract/manage/webhooks/webhook-formats.ts";
import { WEBHOOK_ADDRESS_MAX_LENGTH } from "#contract/manage/webhooks/webhooks.ts";
import { faultOf } from "../api/call-failure.ts";
import { OwnerProofFields } from "../second-factor/OwnerProofFields.tsx";
import { t } from "../translate.ts";
import { PickField } from "../ui/fields/PickField.tsx";
import { TextField } from "../ui/fields/TextField.tsx";
import { KindFields } from "./KindFields.tsx";
import type { WebhookForm } from "./use-webhook-form.ts";

type WebhookFieldsProps = { me: CurrentManager; form: WebhookForm; error: Error | null };

/** The fields of a webhook. Sending answers to other systems requires the manager's password. */
export function WebhookFields({ me, form, error }: WebhookFieldsProps) {
  const { values, change, needsProof } = form;
  const { address, format, answers, kinds } = values;
  const isRefused = !takesFormat(address, format);
  return (
    <>
      <TextField
        label={t("webhooks.address")}
        type="url"
        placeholder="https://example.com/hook"
        maxLength={WEBHOOK_ADDRESS_MAX_LENGTH}
        value={address}
        onChange={(event) => change({ address: event.currentTarget.value })}
        error={faultOf(error, "address")}
        required
        data-autofocus=""
      />
      <PickField
        label={t("webhooks.format")}
        options={webhookFormats.map((value) => ({ value, label: t(`webhooks.format.${value}`) }))}
        value={format}
        onChange={(event) => change({ format: event.currentTarget.value as WebhookFormat })}
        error={isRefused ? t("webhooks.format.slackOnly") : faultOf(error, "format")}
      />
      <KindFields chosen={kinds} onChange={(next) => change({ kinds: next })} />
      <PickField
        label={t("webhooks.answers")}
        options={includedAnswers.map((value) => ({ value, label: t(`webhooks.answers.${value}`) }))}
        value={answers}
        onChange={(event) => change({ answers: event.currentTarget.value as IncludedAnswers })}
        hint={answers === "none" ? undefined : t("webhooks.answersHint")}
      />
      {needsProof && <OwnerProofFields me={me} error={error} />}
    </>
  );
}
