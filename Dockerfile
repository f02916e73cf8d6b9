# Firsthand as an image: docs/deployment.md says how to run it, and what of this was tried.
#
#   docker build -t firsthand .
#   docker build -t firsthand --build-arg WITH_CHROMIUM=yes .     # to make briefs into PDFs; 700 MB more
#
# For builds that are the same to the byte add the digests that your registry shows: debian:…@sha256:…
ARG BUILDER=node:24.21.0-trixie-slim
ARG BASE=debian:trixie-slim

# what only the build needs stays in this stage; /release has the same files as the tarball of a release, with its Node.js
FROM ${BUILDER} AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# readable for every user, however strict the umask was under which it was checked out
RUN node scripts/build.ts && node scripts/sbom.js && node scripts/image.ts /release && chmod -R a+rX /release

FROM ${BASE}
ARG VERSION=0.2.0
ARG REVISION=unknown
ARG WITH_CHROMIUM=no
LABEL org.opencontainers.image.title="Firsthand" \
  org.opencontainers.image.description="A guided onboarding interview for small businesses" \
  org.opencontainers.image.licenses="Apache-2.0" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}"

# tini: Node.js as process 1 would leave the orphans of ffmpeg and Chromium as zombies.
# What draws by a graphics card (200 MB, for ffmpeg's windows) goes again.
RUN apt-get update \
  && apt-get install -y --no-install-recommends ffmpeg tini \
  && if [ "${WITH_CHROMIUM}" = yes ]; then \
  apt-get install -y --no-install-recommends chromium fonts-liberation fonts-noto-color-emoji; \
  else \
  dpkg --purge --force-depends $(dpkg-query -W -f '${Package} ' 'libgl1-mesa-dri' 'mesa-libgallium' 'libllvm*' 'libz3-*'); fi \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt /var/log/* \
  && ln -s /app/firsthand /usr/local/bin/firsthand \
  && install -d -m 0700 -o 10001 -g 10001 /data /secrets

WORKDIR /app
COPY --from=build /release /app

# HOST lets others reach it, so it starts only where FIRSTHAND_TRUST_PROXY names the TLS proxy in front
# two arenas save 5 MB: by default, glibc keeps freed memory for each of Node's threads
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 FIRSTHAND_DATA=/data MALLOC_ARENA_MAX=2
USER 10001:10001
VOLUME ["/data"]
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["/app/node/bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--", "firsthand"]
CMD ["serve"]
