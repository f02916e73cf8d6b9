import { t } from "../translate.ts";
import { Measure } from "./Measure.tsx";

type List = Parameters<typeof Measure>[0]["list"];
type BothProps = {
  /** The name of the row. */
  name: string;
  row: { invited: number; submitted: number };
  scale: number;
  lists: { invited: List; submitted: List };
};

/** Invited and submitted clients, side by side on one scale. */
export function Both({ name, row: { invited, submitted }, scale, lists }: BothProps) {
  return (
    <tr>
      <th scope="row">
        <bdi>{name}</bdi>
      </th>
      <Measure
        name={`${t("overview.step.invited")}, ${name}`}
        count={invited}
        scale={scale}
        list={lists.invited}
      />
      <Measure
        name={`${t("overview.step.submitted")}, ${name}`}
        count={submitted}
        scale={scale}
        look="second"
        list={lists.submitted}
      />
    </tr>
  );
}
