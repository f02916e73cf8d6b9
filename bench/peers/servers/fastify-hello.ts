import fastify from "fastify";

/** What the framework costs that ours stands on. */
const app = fastify();
app.get("/", () => ({ hello: "world" }));
app.put("/", () => ({ hello: "world" }));
await app.listen({ port: Number(process.env.PORT), host: "127.0.0.1" });
