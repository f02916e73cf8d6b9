import { authWires } from "./auth.ts";
import { helpersWires } from "./helping.ts";
import { onboardingWires } from "./onboarding.ts";
import { openWires } from "./open.ts";
import { takesWires } from "./takes.ts";

/** What goes over the wire in each of the client's calls and the open ones, by its name in `endpoints`. */
export const wires = { ...authWires, ...onboardingWires, ...helpersWires, ...takesWires, ...openWires };
