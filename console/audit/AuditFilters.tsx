import type { AuditLine } from "#contract/manage/audit.ts";
import { type AuditGroup, auditGroups } from "#contract/manage/audit-kinds.ts";
import { useManagers } from "../managers/use-managers.ts";
import { t } from "../translate.ts";
import { ChipDay } from "../ui/chips/ChipDay.tsx";
import { ChipRemove } from "../ui/chips/ChipRemove.tsx";
import { ChipSelect } from "../ui/chips/ChipSelect.tsx";
import { FilterBar } from "../ui/chips/FilterBar.tsx";
import { CheckField } from "../ui/fields/CheckField.tsx";
import { actorName, clientName } from "./audit-words.ts";
import type { AuditFilters as Filters, useAuditQuery } from "./use-audit-query.ts";

type AuditFiltersProps = {
  filters: Filters;
  /** The loaded lines, which provide the name of the client filtered by. */
  lines: readonly AuditLine[];
  onChange: ReturnType<typeof useAuditQuery>["change"];
};

/** The filters of the audit trail. */
export function AuditFilters({ filters, lines, onChange }: AuditFiltersProps) {
  const { actor, group, client, from, to, hasAutomaticMail } = filters;
  const ofClient = client && lines.find(({ clientId }) => clientId === client);
  return (
    <FilterBar label={t("audit.filters")}>
      <ActorChip actor={actor} lines={lines} onChange={(chosen) => onChange({ actor: chosen })} />
      <GroupChip group={group} onChange={(chosen) => onChange({ group: chosen })} />
      {client !== undefined && (
        <ChipRemove
          label={t("audit.client")}
          value={ofClient ? clientName(ofClient) : client}
          onRemove={() => onChange({ client: undefined })}
        />
      )}
      <ChipDay label={t("audit.from")} day={from} onChange={(day) => onChange({ from: day })} />
      <ChipDay label={t("audit.to")} day={to} onChange={(day) => onChange({ to: day })} />
      <CheckField
        label={t("audit.automaticMail")}
        checked={hasAutomaticMail}
        onChange={(isShown) => onChange({ hasAutomaticMail: isShown })}
      />
    </FilterBar>
  );
}

type ActorChipProps = {
  actor: string | undefined;
  lines: readonly AuditLine[];
  onChange: (actor: string | undefined) => void;
};

function ActorChip({ actor, lines, onChange }: ActorChipProps) {
  const { data: managers = [] } = useManagers();
  const known = [
    { value: "", label: t("audit.anyone") },
    ...managers.map(({ managerId, name }) => ({ value: managerId, label: name })),
    { value: "operator", label: t("audit.operator") },
    { value: "nobody", label: t("audit.nobody") },
  ];
  // the actor may be a client, if the filter came from a link in a line
  const line = lines.find((each) => each.actor === actor);
  const isKnown = actor === undefined || known.some(({ value }) => value === actor);
  const options = isKnown ? known : [...known, { value: actor, label: line ? actorName(line) : actor }];
  return (
    <ChipSelect
      label={t("audit.by")}
      options={options}
      value={actor ?? ""}
      onChange={(chosen) => onChange(chosen || undefined)}
    />
  );
}

type GroupChipProps = {
  group: AuditGroup | undefined;
  onChange: (group: AuditGroup | undefined) => void;
};

function GroupChip({ group, onChange }: GroupChipProps) {
  return (
    <ChipSelect
      label={t("audit.group")}
      options={[
        { value: "", label: t("audit.everything") },
        ...auditGroups.map((each) => ({ value: each, label: t(`audit.group.${each}`) })),
      ]}
      value={group ?? ""}
      onChange={(chosen) => onChange(auditGroups.find((each) => each === chosen))}
    />
  );
}
