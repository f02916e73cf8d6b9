import { newestProgram } from "../../../bin/program.js";

/** The program that `bin/firsthand.js` would run, found once here instead of at each start. */
export const PROGRAM = newestProgram();

const { PATH = "", NODE_COMPILE_CACHE } = process.env;

/**
 * The environment variables that the product's processes get: no settings, only those for the compile cache of `npm
 * test`.
 */
export const PROGRAM_ENV: { readonly [name: string]: string } = {
  PATH,
  ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
};

/** For tests that record nothing: trying ffmpeg takes a quarter of a server's start. */
export const WITHOUT_RECORDING = { FIRSTHAND_FFMPEG: "none" };
/** For tests that record. */
export const WITH_RECORDING = { FIRSTHAND_FFMPEG: "ffmpeg" };

/**
 * For tests without PDFs: the server tries Chromium for an administrator's page of checks, which takes longer than the
 * page.
 */
export const WITHOUT_PDF = { FIRSTHAND_CHROMIUM: "none" };
/** For tests that make a PDF. */
export const WITH_PDF = { FIRSTHAND_CHROMIUM: "chromium" };
