import { authWires } from "./auth.ts";
import { helpersWires } from "./helping.ts";
import { onboardingWires } from "./onboarding.ts";
import { openWires } from "./open.ts";
import { takesWires } from "./takes.ts";

/** The wires of the client's calls and of the calls without sign-in, by name in `endpoints`. */
export const wires = { ...authWires, ...onboardingWires, ...helpersWires, ...takesWires, ...openWires };
