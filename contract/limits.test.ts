import { expect, test } from "vitest";
import * as limits from "./limits.ts";

test("the limits are the numbers of specification §9", () => {
  expect(limits).toMatchObject({
    REQUEST_TIMEOUT_MS: 10_000,
    TOAST_DURATION_MS: 4_000,
    TOAST_ERROR_DURATION_MS: 6_000,
    TOAST_APPEAR_MS: 100,
    TOAST_FADE_MS: 300,
    ANSWER_NAME_CHARACTERS: 50,
    ANSWER_PREVIEW_CHARACTERS: 80,
    ANSWER_BOX_ROWS: 4,
    ANSWER_BOX_MAX_HEIGHT_PX: 200,
    TRANSCRIPT_MODAL_MAX_HEIGHT_PX: 400,
    TRANSCRIPT_INLINE_MAX_HEIGHT_PX: 300,
    SATISFACTION_MIN: 1,
    SATISFACTION_MAX: 10,
    SATISFACTION_DEFAULT: 5,
    TOOL_RATING_MIN: 1,
    TOOL_RATING_MAX: 5,
    SPEECH_LANGUAGE: "en-US",
    DICTATION_SUBMIT_DELAY_MS: 100,
  });
});

test("the limits are the numbers of product §3", () => {
  expect(limits).toMatchObject({
    ANSWER_MAX_LENGTH: 20_000,
    ANSWERS_PER_QUESTION_MAX: 200,
    CUSTOM_TOOLS_MAX_LENGTH: 2_000,
    URL_MAX_LENGTH: 2_048,
    BODY_MAX_BYTES: 4_194_304,
    HISTORY_MAX_DAYS: 30,
    HISTORY_MAX_STEPS: 500,
    ACCESS_KEY_LIFETIME_DAYS: 90,
    SESSION_IDLE_HOURS: 8,
    SESSION_ABSOLUTE_HOURS: 24,
    SESSIONS_PER_KEY_MAX: 20,
    SESSION_REQUESTS_PER_MINUTE: 600,
    LOADING_OVERLAY_DELAY_MS: 150,
  });
});

test("every limit is a positive whole number", () => {
  const numbers = Object.values(limits).filter((limit) => typeof limit === "number");
  expect(numbers.filter((limit) => !Number.isSafeInteger(limit) || limit <= 0)).toEqual([]);
});
