import { createServer, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { isMainThread } from "node:worker_threads";

/**
 * A module that a server is made to load before itself (`node --import`): its clock goes ahead by as many milliseconds as a
 * connection to this socket says, and the connection ends once that is so. Programs that it starts have the machine's clock.
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
  // the server ends when it wants to
  mover.unref();
}
