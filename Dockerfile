# syntax=docker/dockerfile:1
# Node 24 has long-term support until April 2028. Slim is Debian, for whose C library sharp, argon2 and the embedded PostgreSQL ship their binaries.
FROM node:24-slim AS build
WORKDIR /src
COPY package.json package-lock.json ./
RUN npm ci --include=dev --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:24-slim
# The hub's own folder belongs to root: the process can write to /data alone.
RUN mkdir /data && chown node:node /data
WORKDIR /app
COPY --from=build /src/.next/standalone ./
ENV HUB_DATA_DIR=/data
ENV PORT=3000
# Its own network is the boundary: whoever runs it says which port is reached from outside.
ENV HUB_HOST=0.0.0.0
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
# That the process lives, not that it is ready: a database that is away is no reason to replace it.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch(`http://localhost:${process.env.PORT}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "server.js"]
