// A separate program that a test kills: it opens an installation as a server does, creating or upgrading it, and ends.
import { openInstallation } from "../../../server/open-installation.ts";
import { readConfig } from "../../../server/settings/config.ts";

const { storage } = await openInstallation(readConfig(process.env));
await storage.close();
