import { createServer, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { isMainThread } from "node:worker_threads";

/**
 * A module that a server loads before itself (`node --import`). A connection to its socket sends how many milliseconds
 * to move the server's clock ahead, and ends once the clock is moved. Programs that the server starts keep the
 * machine's clock.
 */
if (isMainThread && process.env.MOVED_CLOCK_AT) {
  const machineNow = Date.now;
  let ahead = 0;
  Date.now = () => machineNow() + ahead;
  const move = async (socket: Socket) => {
    ahead += Number(await text(socket));
    socket.end();
  };
  const mover = createServer({ allowHalfOpen: true }, (socket) => void move(socket));
  mover.listen(process.env.MOVED_CLOCK_AT);
  delete process.env.MOVED_CLOCK_AT;
  // does not keep the server running
  mover.unref();
}
