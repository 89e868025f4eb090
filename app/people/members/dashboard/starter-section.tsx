import { SectionHead } from "#app/ui/section-head.tsx";

import { SavableGuideCard } from "../saves/savable-guide-card.tsx";
import { SavedPlaceRows } from "../saves/saved-rows.tsx";
import type { Starters } from "./find-starters.server.ts";

/** For a member who hasn't saved anything: what to do, and real places and guides to do it with. */
export function StarterSection({ starters: { places, guides } }: { starters: Starters }) {
  return (
    <section aria-labelledby="starters">
      <SectionHead id="starters" title="Start with a few saves" more={{ label: "Explore the map", to: "/map" }} />
      <p className="text-muted">
        No saved places yet. Tap the heart beside a place to save it here, with today’s hours. We’ll suggest more like
        it.
      </p>
      <h3 className="label starter-label">Our editors’ picks</h3>
      <SavedPlaceRows places={places} />
      <h3 className="label starter-label">Guides to begin with</h3>
      <ul className="saved-guides">
        {guides.map((guide) => (
          <li key={guide.slug}>
            <SavableGuideCard guide={guide} shape="row" />
          </li>
        ))}
      </ul>
    </section>
  );
}
