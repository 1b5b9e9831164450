# The APIs and workers of the service: one image, told apart by the command.
#   docker build --tag sluice .
#   docker run … sluice                                    an API
#   docker run … sluice node apps/worker/bundle/main.js    a worker
#   docker run … sluice node scripts/migrate.mjs           applies migrations
# The root file system may be read-only; /data (results) and /tmp are written.

FROM node:26-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN npm ci
RUN npm run build
# What runs needs neither compilers nor tests, nor the standalone's own PostgreSQL.
RUN rm -rf node_modules apps/*/node_modules packages/*/node_modules
RUN npm ci --omit=dev --ignore-scripts --workspace=apps/api --workspace=apps/worker
# Prisma's command line, which comes along as a peer of its client: 200 MB that nothing here runs.
RUN cd node_modules && rm -rf prisma @prisma/studio-core @prisma/dev @prisma/engines effect elkjs remeda typescript @electric-sql
RUN rm -rf apps/standalone apps/*/src apps/*/test packages/*/src packages/*/test packages/chaos packages/testkit

FROM node:26-bookworm-slim
ENV NODE_ENV=production SERVICE_DB_PATH=/data SERVICE_IP=0.0.0.0
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
