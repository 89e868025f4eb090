import { redirectDocument } from "react-router";

import type { Route } from "./+types/not-found.route";
import { noSuchPage } from "./no-such-page.ts";

/** Handles every URL that no other route matches. */
export function loader(): never {
  throw noSuchPage();
}

/** The browser's route list leaves out staff routes (`staff-paths.ts`), so the server has to check the URL. */
export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs): Promise<never> {
  if (request.url === location.href.replace(/#.*/, "")) return serverLoader();
  throw redirectDocument(request.url);
}

/** Form posts to an unknown URL get a 404 too. */
export function action(): never {
  throw noSuchPage();
}

export default function NoPage() {
  return null;
}
