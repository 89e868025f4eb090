/** The trial build serves one machine and carries the development pages; in the production build they don't exist. */
export type BuildKind = "trial" | "production";

export const BUILD_FOLDERS: Record<BuildKind, string> = { trial: "build/trial", production: "build/production" };

export function buildKind(): BuildKind {
  return process.env["ROWHOUSE_BUILD"] === "production" ? "production" : "trial";
}
