import { useEffect, useState } from "react";

import type { GuideDeletion } from "../publish/guide-deletion.server.ts";
import { editorSessionPath } from "../editing-paths.ts";

const HEARTBEAT_MS = 15_000;

export type EditorPresence = { others: string[]; version: number; deletion: GuideDeletion | null };

/** Who else has the guide open, the newest version, and whether the guide is deleted. */
export function useEditorPresence(id: number): EditorPresence | null {
  const [state, setState] = useState<EditorPresence | null>(null);
  useEffect(() => {
    const window = crypto.randomUUID();
    const sendHeartbeat = async () => {
      const response = await fetch(editorSessionPath(id), {
        method: "POST",
        body: new URLSearchParams({ window }),
        redirect: "manual",
      }).catch(() => null);
      if (response?.ok !== true) return;
      const answer: unknown = await response.json().catch(() => null);
      if (isState(answer)) setState(answer);
    };
    const leave = () => {
      navigator.sendBeacon(editorSessionPath(id), new URLSearchParams({ window, do: "leave" }));
    };
    void sendHeartbeat();
    const timer = setInterval(() => void sendHeartbeat(), HEARTBEAT_MS);
    addEventListener("pagehide", leave);
    // Whoever comes back to the window learns at once what happened meanwhile.
    const back = () => void sendHeartbeat();
    addEventListener("focus", back);
    return () => {
      clearInterval(timer);
      removeEventListener("pagehide", leave);
      removeEventListener("focus", back);
      leave();
    };
  }, [id]);
  return state;
}

function isState(value: unknown): value is EditorPresence {
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

function isDeletion(value: unknown): value is GuideDeletion {
  return (
    typeof value === "object" &&
    value !== null &&
    "label" in value &&
    typeof value.label === "string" &&
    "back" in value &&
    typeof value.back === "string"
  );
}
