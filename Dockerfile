# Builds the package of `npm run pack`, and installs it into an image without the sources and build tools.
FROM node:24-bookworm-slim AS build
WORKDIR /source
COPY package.json package-lock.json .npmrc ./
COPY packages/client/package.json packages/client/
COPY packages/scan/package.json packages/scan/
RUN npm ci --no-audit --no-fund
COPY . .
RUN mkdir -p /package && npm run --silent pack -- /package
RUN npm install -g --no-audit --no-fund --prefix /app /package/*.tgz

FROM node:24-bookworm-slim
# git reads sources and repositories.
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates git \
  && rm -rf /var/lib/apt/lists/* \
  && install -d -o node -g node -m 700 /var/lib/priorart /var/lib/snapshots
COPY --from=build /app /usr/local
# A folder inside the volume: a restore replaces it in one step, which a mount point does not allow.
ENV NODE_ENV=production PRIORART_DATA=/var/lib/priorart/data PRIORART_HOST=0.0.0.0 PRIORART_PORT=8787
USER node
WORKDIR /var/lib/priorart
VOLUME /var/lib/priorart
EXPOSE 8787
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PRIORART_PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["priorart"]
CMD ["serve"]
