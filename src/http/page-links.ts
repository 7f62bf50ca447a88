import { Type } from "typebox";

/** How far a list goes, and where its other pages are (decisions, section 7). */
export const PageMetadata = Type.Object(
  {
    page: Type.Integer({ description: "Counts from 0", examples: [0] }),
    per_page: Type.Integer({ examples: [200] }),
    page_count: Type.Integer({ examples: [1] }),
    total_count: Type.Integer({ description: "Elements on all pages", examples: [1] }),
    links: Type.Object(
      {
        self: Type.String(),
        first: Type.String(),
        previous: Type.String(),
        next: Type.String(),
        last: Type.String(),
      },
      {
        description: 'Paths with the full query; "" where there is no such page',
        examples: [
          {
            self: "/api/v4/acme/entity/store?page=0&per_page=200",
            first: "/api/v4/acme/entity/store?page=0&per_page=200",
            previous: "",
            next: "",
            last: "/api/v4/acme/entity/store?page=0&per_page=200",
          },
        ],
      },
    ),
  },
  { title: "PageMetadata" },
);

/**
 * The `metadata` of an answer. `url` is the request's, path and query, whose other parameters the links keep. `next`: whether
 * other rows follow, and where, for lists that know it; else the numbers tell.
 */
export function pageMetadata(
  url: string,
  {
    page,
    perPage,
    total,
    next,
  }: { page: number; perPage: number; total: number; next?: { after: string | undefined } },
) {
  const pageCount = Math.ceil(total / perPage);
  const link = (number: number) => pageUrl(url, number, perPage);
  const following = next === undefined ? page + 1 < pageCount : next.after !== undefined;
  return {
    page,
    per_page: perPage,
    page_count: pageCount,
    total_count: total,
    links: {
      self: pageUrl(url, page, perPage, "same"),
      first: pageCount > 0 ? link(0) : "",
      previous: page > 0 && pageCount > 0 ? link(Math.min(page, pageCount) - 1) : "",
      next: following ? pageUrl(url, page + 1, perPage, next) : "",
      last: pageCount > 0 ? link(pageCount - 1) : "",
    },
  };
}

function pageUrl(url: string, page: number, perPage: number, place?: "same" | { after: string | undefined }): string {
  const queryStart = url.indexOf("?");
  const path = queryStart < 0 ? url : url.slice(0, queryStart);
  const query = new URLSearchParams(queryStart < 0 ? "" : url.slice(queryStart + 1));
  query.set("page", String(page));
  query.set("per_page", String(perPage));
  if (place !== "same") query.delete("after");
  if (typeof place === "object" && place.after !== undefined) query.set("after", place.after);
  return `${path}?${query}`;
}
