# How to run the image: docs/operating/docker.md. It builds for linux/amd64 and linux/arm64; native packages come from npm for each platform.
ARG NODE=node:22-bookworm-slim
# `yes` includes the demo, for `mbari demo`.
ARG DEMO=
# Languages of the web app and the default language. The image also sets them for the server.
ARG LOCALES=
ARG DEFAULT_LOCALE=

# Only the manifests, so that a change of the sources does not install the packages again.
FROM ${NODE} AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/contract/package.json packages/contract/
COPY packages/demo/package.json packages/demo/
COPY packages/words/package.json packages/words/
COPY apps/server/package.json apps/server/
COPY apps/web/package.json apps/web/
COPY e2e/package.json e2e/
COPY bench/package.json bench/

# Runs on the platform of the builder, because its output is the same for all.
FROM --platform=$BUILDPLATFORM ${NODE} AS build
ARG DEMO
ARG LOCALES
ARG DEFAULT_LOCALE
WORKDIR /app
COPY --from=manifests /app ./
RUN npm ci --ignore-scripts --no-audit --no-fund -w packages/contract -w packages/demo -w packages/words -w apps/server -w apps/web
COPY tsconfig.base.json ./
COPY scripts scripts
COPY packages packages
COPY apps apps
RUN node scripts/build.mjs && if [ "$DEMO" != yes ]; then rm -r packages/demo/dist packages/demo/images && mkdir packages/demo/dist packages/demo/images; fi

FROM manifests AS packages
# The job queue installs TypeScript to read a configuration file that Mbari does not use: a sixth of all packages.
RUN npm ci --ignore-scripts --no-audit --no-fund --omit=dev -w packages/contract -w packages/words -w apps/server \
  && rm -r node_modules/typescript node_modules/@typescript

FROM ${NODE}
ARG LOCALES
ARG DEFAULT_LOCALE
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 HOST=0.0.0.0 PORT=3000 MBARI_DATA=/data LOCALES=${LOCALES} DEFAULT_LOCALE=${DEFAULT_LOCALE}
WORKDIR /app
COPY --from=packages /app ./
COPY --from=build /app/packages/contract/dist packages/contract/dist
COPY --from=build /app/packages/demo/dist packages/demo/dist
COPY --from=build /app/packages/demo/images packages/demo/images
COPY --from=build /app/packages/words/dist packages/words/dist
COPY --from=build /app/apps/server/dist apps/server/dist
COPY --from=build /app/apps/web/dist apps/web/dist
COPY apps/server/migrations apps/server/migrations
RUN chmod 755 apps/server/dist/cli.js && ln -s /app/apps/server/dist/cli.js /usr/local/bin/mbari && install -d -o node -g node -m 700 /data
# Creates the links of PostgreSQL that npm packages cannot contain, because the program's folder is read-only later.
RUN node -e "import('./apps/server/dist/platform/db/embedded/binaries.js').then(({ findBinaries }) => findBinaries())"
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=10s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "apps/server/dist/main.js"]
