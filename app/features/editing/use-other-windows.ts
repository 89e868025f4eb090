import { useEffect, useState } from "react";

import type { Deletion } from "./deletion.ts";
import { windowPath } from "./editing-paths.ts";

const EVERY_MS = 15_000;

export type OtherWindows = { others: string[]; version: number; deletion: Deletion | null };

/** Who else has the guide open, which version is the newest, and whether somebody has deleted it. */
export function useOtherWindows(id: number): OtherWindows | null {
  const [state, setState] = useState<OtherWindows | null>(null);
  useEffect(() => {
    const window = crypto.randomUUID();
    const tell = async () => {
      const response = await fetch(windowPath(id), {
        method: "POST",
        body: new URLSearchParams({ window }),
        redirect: "manual",
      }).catch(() => null);
      if (response?.ok !== true) return;
      const told: unknown = await response.json().catch(() => null);
      if (isState(told)) setState(told);
    };
    const leave = () => {
      navigator.sendBeacon(windowPath(id), new URLSearchParams({ window, do: "leave" }));
    };
    void tell();
    const timer = setInterval(() => void tell(), EVERY_MS);
    addEventListener("pagehide", leave);
    return () => {
      clearInterval(timer);
      removeEventListener("pagehide", leave);
      leave();
    };
  }, [id]);
  return state;
}

function isState(told: unknown): told is OtherWindows {
  return (
    typeof told === "object" &&
    told !== null &&
    "others" in told &&
    Array.isArray(told.others) &&
    "version" in told &&
    typeof told.version === "number" &&
    "deletion" in told &&
    (told.deletion === null || isDeletion(told.deletion))
  );
}

function isDeletion(told: unknown): told is Deletion {
  return (
    typeof told === "object" &&
    told !== null &&
    "words" in told &&
    typeof told.words === "string" &&
    "back" in told &&
    typeof told.back === "string"
  );
}
