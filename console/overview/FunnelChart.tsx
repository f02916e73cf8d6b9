import type { Overview } from "#contract/manage/overview.ts";
import { numberWords } from "../../web/ui/language/spoken-language.ts";
import { t } from "../translate.ts";
import { Chart } from "./Chart.tsx";
import { CountCells } from "./CountCells.tsx";
import type { OverviewChartProps } from "./counted-clients.ts";
import { largestDrop } from "./largest-drop.ts";

/** The number of clients at each step from invitation to approval. */
export function FunnelChart({ overview: { funnel }, counted }: OverviewChartProps) {
  const invited = funnel[0]?.clients ?? 0;
  return (
    <Chart
      title={t("overview.funnel")}
      what={dropText(funnel)}
      head={t("overview.step")}
      measures={[t("overview.clients")]}
      further={[t("overview.ofInvited"), t("overview.ofBefore")]}
    >
      <tbody>
        {funnel.map(({ step, clients }, place) => (
          <tr key={step}>
            <th scope="row">{t(`overview.step.${step}`)}</th>
            <CountCells
              name={t(`overview.step.${step}`)}
              count={clients}
              scale={invited}
              list={{ ...counted, reached: step }}
            />
            <td>{share(clients, invited)}</td>
            <td>{place === 0 ? "" : share(clients, funnel[place - 1]?.clients ?? 0)}</td>
          </tr>
        ))}
      </tbody>
    </Chart>
  );
}

function dropText(funnel: Overview["funnel"]): string {
  const drop = largestDrop(funnel);
  if (!drop) return t("overview.noDrop");
  const { from, to, lost, before } = drop;
  return t("overview.drop", {
    from: t(`overview.step.${from}`),
    to: t(`overview.step.${to}`),
    lost,
    before,
  });
}

function share(part: number, whole: number): string {
  return whole === 0 ? "–" : numberWords(part / whole, { style: "percent", maximumFractionDigits: 0 });
}
