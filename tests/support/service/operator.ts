import { expect } from "@playwright/test";
import type { DebianMachine } from "./debian-machine.ts";

/** The folder of the person's shell between two commands. */
const FOLDER = "/run/folder-of-the-operator";

/** A person at a machine who continues only if each command succeeds. Counts what they type. */
export function operatorAt(machine: DebianMachine) {
  const typed: string[] = [];
  return {
    typed,
    /** Runs a command; returns its output. */
    async types(command: string): Promise<string> {
      typed.push(command);
      const script = `cd "$(cat ${FOLDER} 2> /dev/null || echo ~)"\n{ ${command}\n} && pwd > ${FOLDER}`;
      const { status, stdout, stderr } = await machine.run(script);
      expect(status, `${command}\n${stdout}${stderr}`).toBe(0);
      return stdout;
    },
    /** Runs a command that prints JSON; returns the parsed output. */
    async reads<Facts>(command: string): Promise<Facts> {
      return JSON.parse(await this.types(`${command} --json`)) as Facts;
    },
  };
}

export type Operator = ReturnType<typeof operatorAt>;
