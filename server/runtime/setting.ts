/** One setting: an environment variable, what it means when unset, and how its text is read. */
export type Setting<Value> = {
  env: string;
  /** As shown in the documentation. */
  fallback: string;
  describe: string;
  /** Never printed or logged. */
  isSecret?: true;
  /** Throws an Error that says what is expected. */
  parse(text: string | undefined): Value;
};
