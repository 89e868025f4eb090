import { useEffect, useState } from "react";

import type { Deletion } from "./deletion.ts";
import { windowPath } from "./editing-paths.ts";

const HEARTBEAT_MS = 15_000;

export type OtherWindows = { others: string[]; version: number; deletion: Deletion | null };

/** Who else has the guide open, the newest version, and whether the guide is deleted. */
export function useOtherWindows(id: number): OtherWindows | null {
  const [state, setState] = useState<OtherWindows | null>(null);
  useEffect(() => {
    const window = crypto.randomUUID();
    const sendHeartbeat = async () => {
      const response = await fetch(windowPath(id), {
        method: "POST",
        body: new URLSearchParams({ window }),
        redirect: "manual",
      }).catch(() => null);
      if (response?.ok !== true) return;
      const answer: unknown = await response.json().catch(() => null);
      if (isState(answer)) setState(answer);
    };
    const leave = () => {
      navigator.sendBeacon(windowPath(id), new URLSearchParams({ window, do: "leave" }));
    };
    void sendHeartbeat();
    const timer = setInterval(() => void sendHeartbeat(), HEARTBEAT_MS);
    addEventListener("pagehide", leave);
    return () => {
      clearInterval(timer);
      removeEventListener("pagehide", leave);
      leave();
    };
  }, [id]);
  return state;
}

function isState(value: unknown): value is OtherWindows {
  return (
    typeof value === "object" &&
    value !== null &&
    "others" in value &&
    Array.isArray(value.others) &&
    "version" in value &&
    typeof value.version === "number" &&
    "deletion" in value &&
    (value.deletion === null || isDeletion(value.deletion))
  );
}

function isDeletion(value: unknown): value is Deletion {
  return (
    typeof value === "object" &&
    value !== null &&
    "words" in value &&
    typeof value.words === "string" &&
    "back" in value &&
    typeof value.back === "string"
  );
}
