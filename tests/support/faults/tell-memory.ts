import { createServer } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * A module that a server is made to load before itself (`node --import`): whoever connects to this socket is told how
 * many bytes it holds once all garbage is collected.
 */
setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;
const teller = createServer((socket) => {
  collect();
  collect();
  socket.end(String(process.memoryUsage().rss));
});
teller.listen(process.env.TELL_MEMORY_AT);
// the server ends when it wants to
teller.unref();
