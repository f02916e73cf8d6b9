import { cpSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect } from "@playwright/test";
import { DATA } from "../../../server/setup/places.ts";
import type { DebianMachine } from "../service/debian-machine.ts";

/** The clock of the server on a machine; its commands go by the machine's. */

const MODULE = "/usr/local/lib/moved-clock.ts";
const SOCKET = `${DATA}/clock`;
const DROP_INS = "/etc/systemd/system/firsthand.service.d";
const DROP_IN = `${DROP_INS}/clock.conf`;
const RESTART = "systemctl daemon-reload && systemctl restart firsthand";

/** Starts the server anew, and lets its clock go ahead by so much. */
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

/** Starts it by the machine's clock again. */
export async function restoreClock({ run }: DebianMachine): Promise<void> {
  expect(await run(`rm ${DROP_IN} ${SOCKET} && ${RESTART}`)).toMatchObject({ status: 0 });
}
