/** One setting: an environment variable, its default, and how its text is parsed. */
export type Setting<Value> = {
  env: string;
  /** The default, as shown in the documentation. */
  fallback: string;
  describe: string;
  /** Secrets are never printed or logged. */
  isSecret?: true;
  /** Throws an Error that says what is expected. */
  parse(text: string | undefined): Value;
};
