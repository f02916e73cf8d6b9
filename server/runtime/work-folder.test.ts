import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { removeLeftovers, withWorkFolder } from "./work-folder.ts";

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), "firsthand-work-"));
});
afterEach(() => rmSync(data, { recursive: true }));

const start = () => removeLeftovers(data, Date.now(), { isOnlyServer: true });

test("a command that runs while the server starts keeps its folder until it ends", async () => {
  const command = spawn("sleep", ["600"]);
  const folder = `work-${command.pid}-abc123`;
  mkdirSync(join(data, folder));
  start();
  expect(readdirSync(data)).toEqual([folder]);
  command.kill();
  await once(command, "exit");
  start();
  expect(readdirSync(data)).toEqual([]);
});

test("a folder of an earlier process with the same id is removed, and other files stay", async () => {
  mkdirSync(join(data, "workshop"));
  await withWorkFolder(data, async () => {
    expect(readdirSync(data)).toHaveLength(2);
    start();
    expect(readdirSync(data)).toEqual(["workshop"]);
  });
});
