import type { Route } from "./+types/category-atom.route";
import { ATOM_TYPE, atomFeed } from "./atom-feed.ts";
import { categoryFeed } from "./category-feed.server.ts";
import { fileResponse, noSuchFile } from "./file-response.ts";

export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const feed = await categoryFeed(context, { slug: params.category, format: "atom" });
  return feed === null ? noSuchFile() : fileResponse(atomFeed(feed), ATOM_TYPE);
}
