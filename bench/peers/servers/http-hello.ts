import { createServer } from "node:http";
import { json } from "node:stream/consumers";

/** The cost of Node.js alone. */
const server = createServer((request, response) => {
  const parsed = request.method === "PUT" ? json(request) : Promise.resolve();
  void parsed.then(() => {
    response.writeHead(200, { "content-type": "application/json; charset=utf-8" });
    response.end(JSON.stringify({ hello: "world" }));
  });
});
server.listen(Number(process.env.PORT), "127.0.0.1");
