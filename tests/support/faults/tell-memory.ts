import { createServer } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * A module that a server is made to load before itself (`node --import`): it tells each connection to this socket how many
 * bytes the server holds once all garbage is collected.
 */
setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;
const teller = createServer((socket) => {
  collect();
  collect();
  // V8 keeps the emptied pages of its heap as long as it likes: they hold nothing
  const { rss, heapTotal, heapUsed } = process.memoryUsage();
  socket.end(JSON.stringify({ held: rss - (heapTotal - heapUsed) }));
});
teller.listen(process.env.TELL_MEMORY_AT);
// the server ends when it wants to
teller.unref();
