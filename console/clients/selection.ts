/** The selected clients: those in `ids`, or with `isAll` all matching clients except those in `ids`. */
export type ChosenClients = {
  isAll: boolean;
  ids: ReadonlySet<string>;
  /** Where a range begins: the client that was toggled last. */
  anchor: string | undefined;
};

export const NOTHING_CHOSEN: ChosenClients = { isAll: false, ids: new Set(), anchor: undefined };

export type ChosenClientsChange =
  | { kind: "toggle"; id: string }
  /** Selects all rows from the anchor to this one, in the order of `lines`. */
  | { kind: "range"; id: string; lines: readonly string[] }
  | { kind: "these"; ids: readonly string[] }
  | { kind: "all" }
  | { kind: "none" };

export function isChosen({ isAll, ids }: ChosenClients, id: string): boolean {
  return ids.has(id) !== isAll;
}

/** `total` is the number of matching clients. */
export function countOf({ isAll, ids }: ChosenClients, total: number): number {
  return isAll ? Math.max(0, total - ids.size) : ids.size;
}

export function choose(chosen: ChosenClients, choice: ChosenClientsChange): ChosenClients {
  switch (choice.kind) {
    case "toggle":
      return { ...chosen, ids: turned(chosen.ids, choice.id), anchor: choice.id };
    case "range":
      return withRange(chosen, choice);
    case "these":
      return { isAll: false, ids: new Set(choice.ids), anchor: chosen.anchor };
    case "all":
      return { isAll: true, ids: new Set(), anchor: chosen.anchor };
    case "none":
      return NOTHING_CHOSEN;
  }
}

function turned(ids: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

function withRange(
  chosen: ChosenClients,
  { id, lines }: Extract<ChosenClientsChange, { kind: "range" }>,
): ChosenClients {
  const from = lines.indexOf(chosen.anchor ?? id);
  const to = lines.indexOf(id);
  if (from < 0) return choose(chosen, { kind: "toggle", id });
  const range = lines.slice(Math.min(from, to), Math.max(from, to) + 1);
  const ids = new Set(chosen.ids);
  for (const each of range) {
    if (chosen.isAll) ids.delete(each);
    else ids.add(each);
  }
  return { ...chosen, ids, anchor: chosen.anchor ?? id };
}
