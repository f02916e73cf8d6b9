import { expect, test } from "vitest";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { addressOf, call } from "./call.ts";

test("a call that gives what its endpoint does not take does not compile", () => {
  const wrong = () => {
    // @ts-expect-error there is no such filter
    void call(manageEndpoints.listClients, { query: { color: "red" } });
    // @ts-expect-error no body is taken
    void call(manageEndpoints.listClients, { body: {} });
    // @ts-expect-error a parameter is missing
    void call(manageEndpoints.listNotes, {});
    // @ts-expect-error nothing is given
    void call(manageEndpoints.listNotes);
    // @ts-expect-error the body has another shape
    void call(manageEndpoints.addNote, { params: { clientId: "c" }, body: { words: "x" } });
    // @ts-expect-error there is no such format
    addressOf(manageEndpoints.exportClients, { query: { format: "xlsx" } });
    const notes = call(manageEndpoints.listNotes, { params: { clientId: "c" } });
    // @ts-expect-error the answer is the endpoint's
    void notes.then(({ clients }) => clients);
  };
  expect(wrong).toBeTypeOf("function");
});
