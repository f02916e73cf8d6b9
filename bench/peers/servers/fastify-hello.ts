import fastify from "fastify";

/** The cost of the framework that our server uses. */
const app = fastify();
app.get("/", () => ({ hello: "world" }));
app.put("/", () => ({ hello: "world" }));
await app.listen({ port: Number(process.env.PORT), host: "127.0.0.1" });
