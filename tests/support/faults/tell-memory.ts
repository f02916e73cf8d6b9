import { createServer } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * A module that a server is made to load before itself (`node --import`): it tells each connection to this socket how many
 * bytes the server holds once all garbage is collected, and how many it has held at most.
 */
setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;
const teller = createServer((socket) => {
  const peak = process.resourceUsage().maxRSS * 1024;
  collect();
  collect();
  socket.end(JSON.stringify({ rss: process.memoryUsage().rss, peak }));
});
teller.listen(process.env.TELL_MEMORY_AT);
// the server ends when it wants to
teller.unref();
