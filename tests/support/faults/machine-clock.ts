import { cpSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect } from "@playwright/test";
import { DATA_FOLDER } from "../../../server/setup/places.ts";
import type { DebianMachine } from "../service/debian-machine.ts";

/** Moves the clock of the server on a machine; the machine's commands keep the real time. */

const MODULE = "/usr/local/lib/moved-clock.ts";
const SOCKET = `${DATA_FOLDER}/clock`;
const DROP_INS = "/etc/systemd/system/firsthand.service.d";
const DROP_IN = `${DROP_INS}/clock.conf`;
const RESTART = "systemctl daemon-reload && systemctl restart firsthand";

/** Restarts the server with its clock `ms` milliseconds ahead. */
export async function moveClock({ root, run }: DebianMachine, ms: number): Promise<void> {
  cpSync(join(import.meta.dirname, "moved-clock.ts"), join(root, MODULE));
  const env = `Environment=NODE_OPTIONS=--import=${MODULE} MOVED_CLOCK_AT=${SOCKET}`;
  const ran = await run(`mkdir -p ${DROP_INS} && printf '[Service]\\n${env}\\n' > ${DROP_IN} && ${RESTART}
    timeout 60 sh -c 'until test -S ${SOCKET}; do sleep 0.1; done'`);
  expect(ran).toMatchObject({ status: 0 });
  const mover = connect(join(root, SOCKET));
  mover.end(String(ms));
  await text(mover);
}

/** Restarts the server with the machine's clock. */
export async function restoreClock({ run }: DebianMachine): Promise<void> {
  expect(await run(`rm ${DROP_IN} ${SOCKET} && ${RESTART}`)).toMatchObject({ status: 0 });
}
