import { type RefObject, useEffect, useRef, useState } from "react";

import { ADVERTISE_PATH, SEEN_MS, SEEN_SHARE } from "./campaign.ts";
import type { Slot } from "./slots.ts";
import { type FilledSlot as Filled, followedPath, seenPath, SPONSORED_PATH } from "./sponsored-ad.ts";
import { SponsoredCard } from "./sponsored-card.tsx";

/** What a slot is filled with; its own module, which only pages with a slot fetch. Where nothing comes it stays as it was. */
export function FilledSlot({ on }: { on: Slot }) {
  const [filled, setFilled] = useState<Filled | null>(null);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const asking = new AbortController();
    fetchSlot(on, asking.signal).then(setFilled, () => {});
    return () => asking.abort();
  }, [on]);
  useSeen(box, filled?.token ?? null);
  if (filled === null) return <a href={ADVERTISE_PATH}>Room for a sponsored place</a>;
  return (
    <div ref={box}>
      <SponsoredCard ad={filled.ad} ping={followedPath(filled.token)} />
    </div>
  );
}

async function fetchSlot(on: Slot, signal: AbortSignal): Promise<Filled | null> {
  const answer = await fetch(`${SPONSORED_PATH}?${new URLSearchParams({ on })}`, { signal });
  return answer.status === 200 ? answer.json() : null;
}

/** Tells once that it was in view for a second without a break, on a page that is looked at. */
function useSeen(box: RefObject<HTMLElement | null>, token: string | null) {
  useEffect(() => {
    const element = box.current;
    if (element === null || token === null) return;
    let timer = 0;
    let isInView = false;
    const stop = () => {
      watcher.disconnect();
      document.removeEventListener("visibilitychange", look);
      clearTimeout(timer);
    };
    const look = () => {
      clearTimeout(timer);
      if (!isInView || document.visibilityState !== "visible") return;
      timer = window.setTimeout(() => {
        stop();
        // It tells of nobody but itself: what fails is an impression that isn't billed.
        fetch(seenPath(token), { method: "POST", keepalive: true }).catch(() => {});
      }, SEEN_MS);
    };
    const watcher = new IntersectionObserver(
      (entries) => {
        isInView = entries.at(-1)?.isIntersecting === true;
        look();
      },
      { threshold: SEEN_SHARE },
    );
    watcher.observe(element);
    document.addEventListener("visibilitychange", look);
    return stop;
  }, [box, token]);
}
