import { dashboardPath } from "#app/features/accounts/after-sign-in.ts";
import type { Viewer } from "#app/platform/viewer.ts";

import type { HeaderViewer } from "./navigation.ts";

/** What the header is told of whoever is signed in; on the server, so that no guest fetches it. */
export function headerViewer({ name, role }: Pick<Viewer, "name" | "role">): HeaderViewer {
  const dashboard = dashboardPath(role);
  return {
    name,
    role,
    pages: [
      ...(dashboard === "/" ? [] : [{ label: "Dashboard", to: dashboard }]),
      { label: "Saved", to: "/saved" },
      { label: "Lists", to: "/lists" },
      { label: "Corrections", to: "/corrections" },
    ],
  };
}
