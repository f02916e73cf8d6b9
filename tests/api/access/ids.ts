/** One value that stands for a parameter of a path. */
export type Id = {
  /** Whose it is, or what is wrong with it. */
  says: string;
  /** As it stands in the path. */
  text: string;
  /** Whether there is such a thing. A malformed one is not even looked for, and of one that is too long nobody is asked. */
  kind: "there" | "none" | "malformed" | "too long";
  /** The id of what it belongs to: of a key its client, of a message its webhook, of a token its manager. */
  of?: string;
  /** Of a note: who wrote it. */
  by?: string;
};

/** The values of a path, by parameter. */
export type Ids = { [parameter: string]: Id };

/** Every value of each parameter beside every value of the others. */
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

/** The names of what is not fixed in a pattern; the rest of a path is called `*`. */
export function parametersOf(pattern: string): string[] {
  return [...pattern.matchAll(/:(\w+)|\*/g)].map(([all, name = all]) => name);
}

export function pathOf(pattern: string, ids: Ids): string {
  return pattern.replace(/:(\w+)|\*/g, (all, name: string = all) => ids[name]?.text ?? "");
}
