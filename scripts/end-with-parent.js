const LOOK_EVERY_MS = 250;

/**
 * Ends a child gracefully once the parent of this process is gone. npm runs a script in a shell, and a shell that gets
 * SIGTERM does not pass it on: the child would keep running and lock the data folder.
 */
export function endWithParent(child) {
  const parent = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(look);
    child.kill("SIGTERM");
  }, LOOK_EVERY_MS);
  look.unref();
}
