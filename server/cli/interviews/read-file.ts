import {
  type InterviewFileContent,
  InterviewFileError,
  readInterviewFile,
} from "../../interview-file/read-interview-file.ts";
import { CommandError } from "../command.ts";

/** Throws CommandError with one line per problem. */
export function readFileOrError(file: string): InterviewFileContent {
  try {
    return readInterviewFile(file);
  } catch (error) {
    if (!(error instanceof InterviewFileError)) throw error;
    throw new CommandError(error.message);
  }
}
