import { expect, test } from "vitest";
import { receiptOf } from "./submission.ts";

test.each([
  ["sb_7k2mq4f0a1", "7K2-MQ4"],
  ["0b1c2d3e-4f50-6172-8394-a5b6c7d8e9f0", "0B1-C2D"],
])("the receipt of %s is %s", (submissionId, receipt) => {
  expect(receiptOf(submissionId)).toBe(receipt);
});
