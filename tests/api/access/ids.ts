/** A value for a parameter of a path. */
export type Id = {
  /** Who owns it, or what is wrong with it. */
  says: string;
  /** Its text in the path. */
  text: string;
  /** Whether the thing exists. A malformed id is not looked up, and one that is too long is refused before that. */
  kind: "there" | "none" | "malformed" | "too long";
  /** The id of its owner: a key's client, a message's webhook, a token's manager. */
  of?: string;
  /** Notes only: the author's manager id. */
  by?: string;
};

/** The values of a path, by parameter. */
export type Ids = { [parameter: string]: Id };

/** Every combination of the parameters' values. */
export function combinations(parameters: string[], values: { [parameter: string]: Id[] }): Ids[] {
  return parameters.reduce<Ids[]>(
    (all, parameter) =>
      all.flatMap((ids) => {
        const tried = values[parameter];
        if (!tried) throw new Error(`No id is known to try for "${parameter}"`);
        return tried.map((id) => ({ ...ids, [parameter]: id }));
      }),
    [{}],
  );
}

/** The names of a pattern's parameters; a wildcard is called `*`. */
export function parametersOf(pattern: string): string[] {
  return [...pattern.matchAll(/:(\w+)|\*/g)].map(([all, name = all]) => name);
}

export function pathOf(pattern: string, ids: Ids): string {
  return pattern.replace(/:(\w+)|\*/g, (all, name: string = all) => ids[name]?.text ?? "");
}
