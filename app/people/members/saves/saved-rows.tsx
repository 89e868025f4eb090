import "../dashboard/member-pages.css";

import { Link } from "react-router";

import { GuideCard } from "#app/guide/guides/list/guide-card.tsx";
import type { GuideCardData } from "#app/guide/guides/page/guide.ts";
import { SiteScenePicture } from "#illustrations/site-scene-picture.tsx";
import type { PlaceCardData } from "#app/guide/places/place.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";

import { SaveButton } from "./save-button.tsx";
import { SavablePlaceRow } from "./savable-place-row.tsx";

export function SavedPlaceRows({ places }: { places: readonly PlaceCardData[] }) {
  return (
    <ul className="place-rows">
      {places.map((place) => (
        <SavablePlaceRow key={place.slug} place={place} />
      ))}
    </ul>
  );
}

export function NoSavedPlaces() {
  return (
    <EmptyState
      title="No saved places yet."
      picture={<SiteScenePicture name="no-places" width={320} height={150} />}
      actions={
        <>
          <Link className="button button-outline button-small" to="/food">
            Food & Dining
          </Link>
          <Link className="button button-outline button-small" to="/map">
            The map
          </Link>
        </>
      }
    >
      Tap the heart beside a place to save it here, with today’s hours.
    </EmptyState>
  );
}

export function SavedGuideRows({ guides }: { guides: readonly GuideCardData[] }) {
  return (
    <ul className="saved-guides">
      {guides.map((guide) => (
        <li key={guide.slug}>
          <GuideCard guide={guide} shape="row" />
          <SaveButton item={`posts/${guide.slug}`} name={guide.title} isSaved />
        </li>
      ))}
    </ul>
  );
}

export function NoSavedGuides() {
  return (
    <EmptyState
      title="No saved guides yet."
      picture={<SiteScenePicture name="no-guides" width={320} height={150} />}
      actions={
        <Link className="button button-outline button-small" to="/latest">
          Latest guides
        </Link>
      }
    >
      Tap the heart on a guide’s card, or “Save” on its page, to read it later.
    </EmptyState>
  );
}
