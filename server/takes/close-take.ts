import { hash } from "node:crypto";
import type { CloseTakeRequest } from "#contract/api/calls.ts";
import type { ErrorDetail } from "#contract/api/errors.ts";
import { type Interview, writtenQuestions } from "#contract/interview/interview.ts";
import { CatalogError } from "../http/errors.ts";
import type { SessionCondition } from "../storage/access/live-session.ts";
import type { Storage } from "../storage/storage.ts";
import type { TakeName } from "../storage/takes/take-references.ts";
import { audioKind } from "./audio-kind.ts";
import { dropParts } from "./drop-take.ts";

export type CloseTakeCommand = SessionCondition & { name: TakeName; request: CloseTakeRequest; now: number };

/** The most missing parts that an error lists; the device fetches the full list anyway. */
const MISSING_MAX = 20;

/** Closes a recording, which from now on waits for its transcript. Throws CatalogError if it cannot be closed. */
export async function closeTake(
  storage: Pick<Storage, "takes">,
  interview: Interview,
  { name, request, now, tokenHash }: CloseTakeCommand,
): Promise<void> {
  const { question, parts: count, mimeType, durationMs } = request;
  if (!writtenQuestions(interview).some((written) => written.question.id === question)) {
    throw invalid([{ path: "question", message: "No question of that id takes spoken answers" }]);
  }
  const outcome = await storage.takes.close({
    ...name,
    tokenHash,
    question,
    mimeType,
    closingHash: hash("sha256", JSON.stringify([question, count, mimeType, durationMs])),
    at: now,
    isWhole: (parts) => faultsOf(parts, count).length === 0,
    beginsAsAudio: (first) => audioKind(first) !== undefined,
  });
  if (outcome.kind === "missing") throw new CatalogError("NOT_FOUND");
  if (outcome.kind === "in-use") throw new CatalogError("TAKE_IN_USE");
  if (outcome.kind === "incomplete") throw invalid(faultsOf(outcome.parts, count));
  if (outcome.kind === "refused") {
    await dropParts(storage, name);
    throw new CatalogError("TAKE_NOT_AUDIO");
  }
}

/** Why these parts are not a complete recording. Parts are numbered from 0 or from 1. */
function faultsOf(parts: number[], count: number): ErrorDetail[] {
  const first = parts[0] === 0 ? 0 : 1;
  const expected = Array.from({ length: count }, (_, place) => first + place);
  const missing = expected.filter((part) => !parts.includes(part)).slice(0, MISSING_MAX);
  if (missing.length > 0) return missing.map((part) => fault(`Part ${part} is missing`));
  return parts.length > count ? [fault(`There are ${parts.length} parts here`)] : [];
}

const fault = (message: string): ErrorDetail => ({ path: "parts", message });

function invalid(details: ErrorDetail[]): CatalogError {
  return new CatalogError("VALIDATION_ERROR", { details });
}
