import { join } from "node:path";

/** The product, as Node starts it. */
export const PROGRAM = join(import.meta.dirname, "../../../bin/firsthand.js");

const { PATH = "", NODE_COMPILE_CACHE } = process.env;

/** What each process of the product has of this one's environment: no setting, but where `npm test` has it compiled. */
export const PROGRAM_ENV: { readonly [name: string]: string } = {
  PATH,
  ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
};
