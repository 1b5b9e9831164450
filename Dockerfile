# One image for APIs and workers. The command selects the process.
#   docker build --tag sluice .
#   docker run … sluice                                    an API
#   docker run … sluice node apps/worker/bundle/main.js    a worker
#   docker run … sluice node scripts/migrate.mjs           applies migrations
# The root file system can be read-only; the processes write /data (results) and /tmp.

FROM node:26-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN npm ci
RUN npm run build
# The runtime needs no compilers, tests or embedded PostgreSQL.
RUN rm -rf node_modules apps/*/node_modules packages/*/node_modules
RUN npm ci --omit=dev --ignore-scripts --workspace=apps/api --workspace=apps/worker
# Prisma's command line is a peer dependency of its client: 200 MB that the service does not run.
RUN cd node_modules && rm -rf prisma @prisma/studio-core @prisma/dev @prisma/engines effect elkjs remeda typescript @electric-sql
RUN rm -rf apps/standalone apps/*/src apps/*/test packages/*/src packages/*/test packages/chaos packages/testkit packages/driver-testkit

FROM node:26-bookworm-slim
# The last two keep processes small, like those of `npm start` (packages/supervise/src/lean-node.ts).
ENV NODE_ENV=production SERVICE_DB_PATH=/data SERVICE_IP=0.0.0.0 \
  MALLOC_ARENA_MAX=2 NODE_OPTIONS=--max-semi-space-size=16
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/packages ./packages
COPY --from=build /app/apps ./apps
COPY --from=build /app/prisma/migrations ./prisma/migrations
COPY --from=build /app/scripts/migrate.mjs /app/scripts/reencrypt.mjs ./scripts/
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
CMD ["node", "apps/api/bundle/server.js"]
