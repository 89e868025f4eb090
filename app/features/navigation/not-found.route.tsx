import { redirectDocument } from "react-router";

import type { Route } from "./+types/not-found.route";
import { noSuchPage } from "./no-such-page.ts";

/** Every address that no other route answers. */
export function loader(): never {
  throw noSuchPage();
}

/** A page's list of routes lacks those of staff (`staff-paths.ts`): the server knows whether the address is there. */
export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs): Promise<never> {
  if (request.url === location.href.replace(/#.*/, "")) return serverLoader();
  throw redirectDocument(request.url);
}

/** An address that isn't there takes nothing either. */
export function action(): never {
  throw noSuchPage();
}

export default function NoPage() {
  return null;
}
