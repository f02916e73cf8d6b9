import { createServer } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * A module that a server loads before itself (`node --import`): it tells each connection to this socket how many bytes
 * the server holds after all garbage is collected.
 */
setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;
const teller = createServer((socket) => {
  collect();
  collect();
  // resident memory says little: V8 keeps emptied pages, 130 MB of them a second after use
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  socket.end(JSON.stringify({ held: heapUsed + Math.max(external, arrayBuffers) }));
});
teller.listen(process.env.TELL_MEMORY_AT);
// does not keep the server running
teller.unref();
