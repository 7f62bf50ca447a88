import { type Static, Type } from "typebox";
import { MAP_CELLS_MAX } from "../../config/limits.ts";
import type { ClusterRow, MapArea } from "../../entities/cluster-reads.ts";
import type { Entities } from "../../entities/entities.ts";
import { parseRowsQuery } from "../../entities/read-query.ts";
import { ENTITIES } from "../../entities/registry.ts";
import { problem } from "../../lib/problems.ts";
import { callerProject } from "../authentication.ts";
import { accepted, rawQuery, rowsDescription, updatedSinceDescription } from "../list-query.ts";
import { errorAnswers, VersionedParams } from "../schemas.ts";
import type { Server } from "../server.ts";

const NullableText = Type.Union([Type.String(), Type.Null()]);

const StoreCluster = Type.Object(
  {
    longitude: Type.Number({ description: "Of their middle, in degrees", examples: [13.405] }),
    latitude: Type.Number({ examples: [52.52] }),
    count: Type.Integer({ minimum: 1, examples: [42] }),
    bounds: Type.Array(Type.Number(), {
      description: "west, south, east, north: where all of them are",
      examples: [[13.1, 52.4, 13.7, 52.6]],
    }),
    store_number: Type.Union([Type.String({ description: "Of one store alone", examples: ["0042"] }), Type.Null()]),
    store_name: NullableText,
  },
  { title: "StoreCluster" },
);

const StoreMap = Type.Object(
  {
    placed: Type.Integer({
      description: "Matching stores with a place, also outside of the bounds",
      examples: [9_980],
    }),
    without_place: Type.Integer({ examples: [20] }),
    clusters: Type.Array(StoreCluster, { description: "Within the bounds, the largest first" }),
  },
  { title: "StoreMap" },
);

const { sort: _sort, fields: _fields, ...filters } = rowsDescription(ENTITIES.store).properties;
const MapQuery = Type.Object({
  bbox: Type.Optional(
    Type.String({
      description: "west,south,east,north in degrees; without it, where the matching stores are",
      examples: ["5.8,47.2,15.1,55.1"],
    }),
  ),
  cells: Type.Integer({
    minimum: 1,
    maximum: MAP_CELLS_MAX,
    default: 16,
    description: "Stores in the same one of so many columns (and their rows) are one cluster",
  }),
  ...filters,
  ...updatedSinceDescription().properties,
});

/** Where a project's stores are, for the console's map. */
export function storeMapRoutes(server: Server, { entities }: { entities: Entities }): void {
  server.get(
    "/api/:version_number/:project_name/entity/store/map",
    {
      config: { access: "project", compress: true },
      schema: {
        operationId: "getStoreMap",
        tags: ["Stores"],
        summary: "See where stores are",
        description: "The stores that match, with those near each other as one cluster. Any store field is a filter.",
        params: VersionedParams,
        querystring: MapQuery,
        response: { 200: StoreMap, ...errorAnswers(400, 401, 403, 404, 429) },
        answers: { 400: { messages: ["bbox must be west,south,east,north in degrees"] } },
      },
    },
    async (request) => {
      const { projectId } = callerProject(request).project;
      const { bbox: _bbox, cells: _cells, ...rest } = rawQuery(request);
      const { filters: given } = accepted(parseRowsQuery(ENTITIES.store, rest));
      const { bbox, cells } = request.query;
      const area = bbox === undefined ? { cells } : areaOf(bbox, cells);
      const found = await entities.maps.read(projectId, ENTITIES.store, { filters: given, name: "store_name", area });
      return {
        placed: found.placed,
        without_place: found.withoutPlace,
        clusters: found.clusters.map(viewOf),
      };
    },
  );
}

function areaOf(bbox: string, cells: number): MapArea {
  const [west, south, east, north, ...more] = bbox
    .split(",")
    .map((text) => (text.trim() === "" ? Number.NaN : Number(text)));
  const isArea = isWithin(west, 180) && isWithin(east, 180) && isWithin(south, 90) && isWithin(north, 90);
  if (!isArea || more.length > 0 || west >= east || south >= north) {
    throw problem("bad_request", "bbox must be west,south,east,north in degrees");
  }
  return { west, south, east, north, cells };
}

function isWithin(degrees: number | undefined, limit: number): degrees is number {
  return degrees !== undefined && degrees >= -limit && degrees <= limit;
}

function viewOf(row: ClusterRow): Static<typeof StoreCluster> {
  const isOne = row.count === 1;
  return {
    longitude: row.longitude,
    latitude: row.latitude,
    count: row.count,
    bounds: [row.west, row.south, row.east, row.north],
    store_number: isOne ? row.key : null,
    store_name: isOne ? row.name : null,
  };
}
