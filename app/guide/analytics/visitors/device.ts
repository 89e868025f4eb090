/** As coarse as a layout: nothing finer is derived from the user agent. */
export const DEVICES = ["computer", "phone", "tablet"] as const;
export type Device = (typeof DEVICES)[number];

/** iPads identify as Macs, so they count as computers. */
export function deviceOf(userAgent: string): Device {
  if (/iPad|Tablet|Android(?!.*Mobile)|Silk\//i.test(userAgent)) return "tablet";
  return /Mobi|iPhone|Android/i.test(userAgent) ? "phone" : "computer";
}
