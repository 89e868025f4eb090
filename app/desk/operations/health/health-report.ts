/** The result of a health check. "off": not set up, which is fine. */
export type HealthStatus = "fine" | "failing" | "off";

export type HealthCheck = {
  name: string;
  status: HealthStatus;
  detail: string;
  /** How long the check took; null when nothing was checked. */
  ms: number | null;
};

export type HealthReport = {
  checks: HealthCheck[];
  facts: { name: string; value: string }[];
  checkedAt: string;
  checkedLabel: string;
};

export const HEALTH_STATUS_LABELS: Record<HealthStatus, string> = { fine: "OK", failing: "Failed", off: "Not set up" };
export const HEALTH_STATUS_BADGES: Record<HealthStatus, string> = { fine: "badge-ivy", failing: "badge-flag", off: "" };
