import { newestProgram } from "../../../bin/program.js";

/** What `bin/firsthand.js` would run; found once here, which it does anew at each start. */
export const PROGRAM = newestProgram();

const { PATH = "", NODE_COMPILE_CACHE } = process.env;

/** What each process of the product has of this one's environment: no setting, but where `npm test` has it compiled. */
export const PROGRAM_ENV: { readonly [name: string]: string } = {
  PATH,
  ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
};

/** A server tries ffmpeg as it starts, which takes a quarter of a start: for tests that record nothing. */
export const WITHOUT_RECORDING = { FIRSTHAND_FFMPEG: "none" };
/** For those that do. */
export const WITH_RECORDING = { FIRSTHAND_FFMPEG: "ffmpeg" };

/** A server tries Chromium for an administrator's page of checks, which takes more than the page: not where no PDF is made. */
export const WITHOUT_PDF = { FIRSTHAND_CHROMIUM: "none" };
/** For those that make one. */
export const WITH_PDF = { FIRSTHAND_CHROMIUM: "chromium" };
