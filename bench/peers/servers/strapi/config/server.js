module.exports = ({ env }) => ({
  host: env("HOST"),
  port: env.int("PORT"),
  app: { keys: [env("BENCH_SECRET")] },
  dirs: { public: env("PUBLIC_FOLDER") },
  logger: { startup: { enabled: false }, updates: { enabled: false } },
});
