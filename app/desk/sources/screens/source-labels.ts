import type { SourceRunStage } from "#app/db/schema/live-sources.ts";

export const SOURCES_PATH = "/admin/sources";

export type SourceState = "off" | "on" | "paused";

export const STATE_LABELS: Record<SourceState, string> = { off: "Off", on: "On", paused: "Paused" };

export const RUN_STAGE_LABELS: Record<SourceRunStage, string> = {
  fetching: "Reading the source",
  importing: "Importing",
  waiting: "Waits for an editor",
  done: "Done",
  failed: "Failed",
  stopped: "Stopped",
};

/** "12.4 MB", "0 KB". */
export function formatBytes(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
