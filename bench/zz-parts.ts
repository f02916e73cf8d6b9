import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openInstallation } from "../server/open-installation.ts";
import { readConfig } from "../server/settings/config.ts";
import { openSqlite } from "../server/storage/sqlite/sqlite.ts";
import { addListedClients } from "./listed-clients.ts";
import { clientListQueries } from "../server/storage/clients/client-list.ts";
import { NO_VIEW } from "../server/storage/clients/managed-clients.ts";
const folder = mkdtempSync(join(tmpdir(), "fh-parts-"));
const env = { FIRSTHAND_DATA: folder, NODE_ENV: "production" };
const { storage } = await openInstallation(readConfig(env)); await storage.close();
const engine = await openSqlite(join(folder, "firsthand.db"));
await addListedClients(engine, { wanted: Number(process.argv[2] ?? 10000), now: Date.now() });
const q = clientListQueries(engine);
const day = (n: number) => new Date(Date.now() - n * 86400000).toISOString().slice(0, 10);
for (const [name, more] of [["none", {}], ["90", { invitedFrom: day(90) }], ["30", { invitedFrom: day(30) }]] as const) {
  const query = { scope: "all" as const, search: "", filter: "all" as const, view: NO_VIEW, ...more, weekStarts: Array.from({ length: 54 }, (_, n) => Date.now() - (54 - n) * 7 * 86400000) };
  const parts = {
    states: () => q.countStates(query), progress: () => q.listProgress(query), invited: () => q.countInvited(query),
    submitted: () => q.countSubmitted(query), h1: () => q.countHours(query, "invited", "opened"), h2: () => q.countHours(query, "opened", "submitted"), h3: () => q.countHours(query, "submitted", "approved"), h4: () => q.countHours(query, "invited", "submitted"),
  };
  if (name !== "none") delete (parts as { states?: unknown }).states;
  for (let i = 0; i < 4; i++) {
    const t = performance.now(); const cpu = process.cpuUsage();
    for (const [part, run] of Object.entries(parts)) { const c = process.cpuUsage(); await run(); const d = process.cpuUsage(c); if (i === 3) console.log(" ", part, ((d.user + d.system) / 1000).toFixed(0)); }
    const used = process.cpuUsage(cpu);
    console.log(name, "cpu ms", ((used.user + used.system) / 1000).toFixed(1), "wall", (performance.now() - t).toFixed(0));
  }
}
await engine.close();
