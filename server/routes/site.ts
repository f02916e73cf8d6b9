import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { preferredLanguage } from "../http/accept-language.ts";
import { preferredEncoding } from "../http/content-encoding.ts";
import { CatalogError } from "../http/errors.ts";
import type { BuiltApp, FilledFile, Site } from "../pages/site.ts";

const PUBLIC = { config: { caller: "nobody" as const } };
const IMMUTABLE = "public, max-age=31536000, immutable";

/** An SVG may contain its own styles. Opened directly it is a document, and everything else in it is forbidden. */
const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";

/**
 * Serves the page, the files of the build, and the provider's files, each from a fixed list: no other path is looked
 * up.
 */
export async function siteRoutes(app: FastifyInstance, site: Site): Promise<void> {
  const { folder, assets, files, provided, kept } = site;
  await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true, cacheControl: false });

  app.get("/", PUBLIC, (request, reply) => sendPage(request, reply, kept().pages));
  app.get("/sw.js", PUBLIC, (request, reply) =>
    sendFilled(request, reply.type("text/javascript; charset=utf-8"), kept().worker),
  );

  app.get("/manifest.webmanifest", PUBLIC, (request, reply) =>
    sendFilled(request, reply.type("application/manifest+json"), kept().manifest),
  );

  for (const name of assets) {
    app.get(`/assets/${name}`, PUBLIC, (_request, reply) => sendFile(reply, `assets/${name}`, IMMUTABLE));
  }
  for (const name of files) {
    app.get(`/${name}`, PUBLIC, (_request, reply) => sendFile(reply, name, "no-cache"));
  }
  app.get<{ Params: { "*": string } }>("/provided/*", PUBLIC, (request, reply) => {
    const file = provided().find(({ address }) => address === `/provided/${request.params["*"]}`);
    if (!file) throw new CatalogError("NOT_FOUND");
    return reply
      .type(file.type)
      .header("cache-control", IMMUTABLE)
      .header("content-security-policy", PICTURE_POLICY)
      .send(file.content);
  });
  consoleRoutes(app, site);
}

/**
 * The console's page answers at all of the console's addresses, because the browser does the routing; the preview has
 * one.
 */
function consoleRoutes(app: FastifyInstance, { console: managers, preview, kept }: Site): void {
  app.get("/console", PUBLIC, (_request, reply) => reply.redirect("/console/", 308));
  app.get("/console/*", PUBLIC, (request, reply) => sendPage(request, reply, kept().consolePages));
  for (const path of ["/console/assets/*", "/console/preview/assets/*"])
    app.get(path, PUBLIC, async () => {
      throw new CatalogError("NOT_FOUND");
    });
  app.get("/console/preview/", PUBLIC, (request, reply) =>
    sendPage(request, reply.header("x-frame-options", "SAMEORIGIN"), kept().previewPages),
  );
  for (const [path, { folder, assets }] of [
    ["/console/assets", managers],
    ["/console/preview/assets", preview],
  ] as const)
    for (const name of assets)
      app.get(`${path}/${name}`, PUBLIC, (_request, reply) =>
        reply.header("cache-control", IMMUTABLE).sendFile(`assets/${name}`, folder),
      );
}

function sendPage(request: FastifyRequest, reply: FastifyReply, pages: BuiltApp["pages"]): FastifyReply {
  const language = preferredLanguage(request, [...pages.keys()]);
  const page = pages.get(language);
  if (!page) throw new Error(`There is no page in ${language}`);
  reply.type("text/html; charset=utf-8").header("content-language", language);
  return sendFilled(request, reply.header("content-security-policy", page.policy), page, "accept-language");
}

function sendFilled(
  request: FastifyRequest,
  reply: FastifyReply,
  file: FilledFile,
  ...varies: string[]
): FastifyReply {
  const encoding = preferredEncoding(request);
  reply.header("cache-control", "no-cache").header("vary", ["accept-encoding", ...varies].join(", "));
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  return reply.send(file[encoding]);
}

function sendFile(reply: FastifyReply, path: string, cacheControl: string): FastifyReply {
  return reply.header("cache-control", cacheControl).sendFile(path);
}
