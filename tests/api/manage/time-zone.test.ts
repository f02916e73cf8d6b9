import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { CONSOLE, type ConsoleCaller, consoleCaller, PASSWORD } from "../../support/data/console-caller.ts";
import { type Service, startService } from "../../support/service/service.ts";

let service: Service;
let manager: ConsoleCaller;
beforeEach(async () => {
  service = await startService();
  manager = await consoleCaller(service);
  onTestFinished(() => service.close());
});

describe("the time zone of a manager", () => {
  const zone = async () => (await service.storage.managers.find(manager.managerId))?.timeZone;
  const look = (headers: { [name: string]: string }) =>
    service.call("GET", "/v1/manage/auth/session", {
      headers: { ...CONSOLE, cookie: manager.cookie, ...headers },
    });

  test("is the one of the browser that signs in", async () => {
    expect(await zone()).toBeNull();
    const body = { email: manager.email, password: PASSWORD };
    const headers = { ...CONSOLE, "x-time-zone": "America/Chicago" };
    const signedIn = await service.call("POST", "/v1/manage/auth/sign-in", { body, headers });
    expect([signedIn.status, await zone()]).toEqual([200, "America/Chicago"]);
    expect((await look({ "x-time-zone": "Europe/Lisbon" })).status).toBe(200);
    expect(await zone()).toBe("Europe/Lisbon");
  });

  test.each(["Mars/Olympus", "+01:00", "' or 1=1", "", "a".repeat(64)])(
    "stays unchanged where the browser says %j",
    async (name) => {
      await look({ "x-time-zone": "Asia/Kolkata" });
      expect([(await look({ "x-time-zone": name })).status, await zone()]).toEqual([200, "Asia/Kolkata"]);
    },
  );

  test("is not stored before the sign-in", async () => {
    const response = await service.call("GET", "/v1/manage/auth/session", {
      headers: { "x-time-zone": "Asia/Kolkata" },
    });
    expect([response.status, await zone()]).toEqual([200, null]);
  });
});
