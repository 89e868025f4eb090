import { type RefObject, useEffect, useRef, useState } from "react";

import { ADVERTISE_PATH, IN_VIEW_MS, IN_VIEW_SHARE } from "../campaigns/campaign.ts";
import type { Slot } from "./slots.ts";
import { type SponsoredSlotContent, clickPath, impressionPath, SPONSORED_PATH } from "./sponsored-ad.ts";
import { SponsoredCard } from "./sponsored-card.tsx";

/**
 * The content of a slot, in its own module that only pages with a slot fetch. Without content the placeholder
 * stays.
 */
export function FilledSlot({ on }: { on: Slot }) {
  const [content, setFilled] = useState<SponsoredSlotContent | null>(null);
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const request = new AbortController();
    fetchSlot(on, request.signal).then(setFilled, () => {});
    return () => request.abort();
  }, [on]);
  useImpression(container, content?.token ?? null);
  if (content === null) return <a href={ADVERTISE_PATH}>Advertise here</a>;
  return (
    <div ref={container}>
      <SponsoredCard ad={content.ad} ping={clickPath(content.token)} />
    </div>
  );
}

async function fetchSlot(on: Slot, signal: AbortSignal): Promise<SponsoredSlotContent | null> {
  const response = await fetch(`${SPONSORED_PATH}?${new URLSearchParams({ on })}`, { signal });
  return response.status === 200 ? response.json() : null;
}

/** Reports once that the slot was in view for a second without a break, on a visible page. */
function useImpression(container: RefObject<HTMLElement | null>, token: string | null) {
  useEffect(() => {
    const element = container.current;
    if (element === null || token === null) return;
    let timer = 0;
    let isInView = false;
    const stop = () => {
      observer.disconnect();
      document.removeEventListener("visibilitychange", restartTimer);
      clearTimeout(timer);
    };
    const restartTimer = () => {
      clearTimeout(timer);
      if (!isInView || document.visibilityState !== "visible") return;
      timer = window.setTimeout(() => {
        stop();
        // Best effort: a failed request is an unbilled impression.
        fetch(impressionPath(token), { method: "POST", keepalive: true }).catch(() => {});
      }, IN_VIEW_MS);
    };
    const observer = new IntersectionObserver(
      (entries) => {
        isInView = entries.at(-1)?.isIntersecting === true;
        restartTimer();
      },
      { threshold: IN_VIEW_SHARE },
    );
    observer.observe(element);
    document.addEventListener("visibilitychange", restartTimer);
    return stop;
  }, [container, token]);
}
