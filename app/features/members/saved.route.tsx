import { redirect } from "react-router";

import type { GuideCardData, PageOf } from "#app/features/guides/guide.ts";
import type { PlaceCardData } from "#app/features/places/place.ts";
import { showsDemoRating } from "#app/features/places/rating-summary.ts";
import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { pageNumber } from "#app/lib/page-number.ts";
import { siteOf } from "#app/platform/site.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { counted } from "#app/ui/counted.ts";
import { DemoMark } from "#app/ui/demo-mark.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { requireViewer } from "../accounts/guards.ts";
import type { Route } from "./+types/saved.route";
import { countGoneSaves, savedGuidePage, savedPlacePage } from "./keepsake-queries.server.ts";
import { NoSavedGuides, NoSavedPlaces, SavedGuideRows, SavedPlaceRows } from "./saved-rows.tsx";

const SAVED_PER_PAGE = 20;

/** Everything somebody has saved, whatever their role. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  site.page.keep = false;
  const { id: userId } = requireViewer(site.viewer, request);
  const { searchParams } = new URL(request.url);
  const kind = searchParams.get("kind") === "guides" ? "guides" : "places";
  const page = pageNumber(searchParams.get("page"));
  const asked = (own: typeof kind) => ({ userId, page: own === kind ? page : 1, count: SAVED_PER_PAGE });
  const places = await savedPlacePage(site.db, asked("places"), site);
  const guides = await savedGuidePage(site.db, asked("guides"), site);
  const { pageCount } = kind === "places" ? places : guides;
  if (page > pageCount) throw redirect(savedPath(kind, pageCount));
  return { kind, places, guides, goneCount: await countGoneSaves(site.db, userId) };
}

type Kind = "places" | "guides";

function savedPath(kind: Kind, page = 1): string {
  const search = new URLSearchParams({
    ...(kind === "guides" ? { kind } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
  });
  return search.size === 0 ? "/saved" : `/saved?${search}`;
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    title: "Saved",
    description: "The places and guides that you have saved.",
    path: "/saved",
    robots: "noindex, follow",
  });

export default function Saved({ loaderData: { kind, places, guides, goneCount } }: Route.ComponentProps) {
  return (
    <div className="wrap">
      <Breadcrumbs
        trail={[{ label: "Home", to: "/" }, { label: "Saved" }]}
        aside={kind === "places" && showsDemoRating(places.items) && <DemoMark />}
      />
      <h1 className="d3 pb-4">Saved</h1>
      <Tabs
        label="Kinds of what you saved"
        tabs={[
          { label: "Places", to: savedPath("places"), isCurrent: kind === "places", count: places.total },
          { label: "Guides", to: savedPath("guides"), isCurrent: kind === "guides", count: guides.total },
        ]}
      />
      <div className="saved-list">
        {kind === "places" ? <SavedPlaces places={places} goneCount={goneCount} /> : <SavedGuides guides={guides} />}
      </div>
    </div>
  );
}

function SavedPlaces({ places, goneCount }: { places: PageOf<PlaceCardData>; goneCount: number }) {
  return (
    <>
      <h2 className="sr-only">Places</h2>
      {places.total === 0 ? <NoSavedPlaces /> : <SavedPlaceRows places={places.items} />}
      {goneCount > 0 && (
        <p className="pt-4 text-row text-stone-5">
          {counted(goneCount, "place")} that you saved {goneCount === 1 ? "is" : "are"} no longer listed.
        </p>
      )}
      <Pager
        label="Saved places"
        page={places.page}
        pageCount={places.pageCount}
        hrefFor={(page) => savedPath("places", page)}
      />
    </>
  );
}

function SavedGuides({ guides }: { guides: PageOf<GuideCardData> }) {
  if (guides.total === 0) return <NoSavedGuides />;
  return (
    <>
      <h2 className="sr-only">Guides</h2>
      <SavedGuideRows guides={guides.items} />
      <Pager
        label="Saved guides"
        page={guides.page}
        pageCount={guides.pageCount}
        hrefFor={(page) => savedPath("guides", page)}
      />
    </>
  );
}
