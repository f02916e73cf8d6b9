import { t } from "../translate.ts";
import { CountCells } from "./CountCells.tsx";

type List = Parameters<typeof CountCells>[0]["list"];
type InvitedSubmittedRowProps = {
  /** The name of the row. */
  name: string;
  row: { invited: number; submitted: number };
  scale: number;
  lists: { invited: List; submitted: List };
};

/** Invited and submitted clients, side by side on one scale. */
export function InvitedSubmittedRow({
  name,
  row: { invited, submitted },
  scale,
  lists,
}: InvitedSubmittedRowProps) {
  return (
    <tr>
      <th scope="row">
        <bdi>{name}</bdi>
      </th>
      <CountCells
        name={`${t("overview.step.invited")}, ${name}`}
        count={invited}
        scale={scale}
        list={lists.invited}
      />
      <CountCells
        name={`${t("overview.step.submitted")}, ${name}`}
        count={submitted}
        scale={scale}
        look="second"
        list={lists.submitted}
      />
    </tr>
  );
}
