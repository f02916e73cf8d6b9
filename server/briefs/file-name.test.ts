import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hostileText } from "../../tests/support/data/arbitraries.ts";
import { clientFileName, clientsFileName } from "./file-name.ts";

const DAY = "2026-11-23";
const named = (clientName: string) =>
  clientFileName({ clientId: "cl_7315", clientName }, "brief", { day: DAY, format: "pdf" });

describe("a file about a client", () => {
  test.each([
    ["Brightside Cleaning Co.", "brightside-cleaning-co"],
    ["Rosa's Bakery", "rosas-bakery"],
    ["Café Olé & Söhne GmbH", "cafe-ole-sohne-gmbh"],
    ["Straße & Łódź", "strasse-lodz"],
    ["  ../../etc/passwd  ", "etc-passwd"],
    ['"; rm -rf\r\nSet-Cookie: x', "rm-rf-set-cookie-x"],
    ["24 שעות", "24"],
    ["ﬁne ① Ｗide", "fine-1-wide"],
  ])("names the client: %j", (name, plain) => {
    expect(named(name)).toBe(`${plain}_brief_2026-11-23.pdf`);
  });

  test.each(["מאפיית שלום", "🥐🍞", "パン屋", "...", " "])(
    "uses the id where the name has no Latin letter: %j",
    (name) => {
      expect(named(name)).toBe("cl_7315_brief_2026-11-23.pdf");
    },
  );

  test("has a name that every disk and header accepts, whatever the client's name", () => {
    fc.assert(
      fc.property(hostileText(), (name) => {
        expect(named(name)).toMatch(/^[a-z0-9][a-z0-9_-]{0,70}_brief_2026-11-23\.pdf$/);
      }),
    );
  });
});

test("a file about several clients has the date in its name", () => {
  expect(clientsFileName({ day: DAY, format: "csv" })).toBe("clients_2026-11-23.csv");
});
