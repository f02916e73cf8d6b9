import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Files that show that each way of loading would notice a success. */
const FILES: { [path: string]: [type: string, body: string] } = {
  "/": ["text/html", "<!doctype html><title>Another site</title><p>Nothing to see here"],
  "/script.js": ["text/javascript", "window.loaded = true"],
  "/style.css": ["text/css", "p { color: red }"],
  "/image.svg": ["image/svg+xml", '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'],
};

/** A foreign site on this machine whose pages a test can use. */
export async function otherSite() {
  const server = createServer(({ url = "" }, response) => {
    const [type, body] = FILES[url] ?? ["text/plain", "Nothing here"];
    response.writeHead(FILES[url] ? 200 : 404, { "content-type": type }).end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
