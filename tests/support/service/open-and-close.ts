// A separate program, to be killed: it opens an installation as a server does, made or brought up to date, and ends.
import { openInstallation } from "../../../server/open-installation.ts";
import { readConfig } from "../../../server/settings/config.ts";

const { storage } = await openInstallation(readConfig(process.env));
await storage.close();
