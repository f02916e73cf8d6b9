import { beforeEach, expect, test } from "vitest";
import { answerAt, forgetAnswers, keepAnswer } from "./tagged-answers.ts";

beforeEach(forgetAnswers);

test("the last answer of each address is kept until the manager signs out", () => {
  keepAnswer("/clients", { tag: "1", data: "one" });
  keepAnswer("/clients", { tag: "2", data: "two" });
  expect([answerAt("/clients"), answerAt("/notes")]).toEqual([{ tag: "2", data: "two" }, undefined]);
  forgetAnswers();
  expect(answerAt("/clients")).toBeUndefined();
});

test("when there are too many answers, the oldest are dropped", () => {
  keepAnswer("/first", { tag: "1", data: 1 });
  keepAnswer("/second", { tag: "1", data: 2 });
  for (let page = 0; page < 98; page++) keepAnswer(`/pages/${page}`, { tag: "1", data: page });
  keepAnswer("/first", { tag: "2", data: 3 });
  keepAnswer("/another", { tag: "1", data: 4 });
  expect([answerAt("/second"), answerAt("/first")]).toEqual([undefined, { tag: "2", data: 3 }]);
});
