import { Footprints } from "lucide-react";
import { Link } from "react-router";

import { articleJsonLd, breadcrumbJsonLd } from "#app/features/seo/json-ld.ts";
import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { socialImagePath } from "#app/features/seo/social-image-path.ts";
import { noSuchPage } from "#app/features/navigation/no-such-page.ts";
import { notePlacesShown } from "#app/platform/page-life.ts";
import { siteOf } from "#app/platform/site.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { counted } from "#app/ui/counted.ts";
import { SectionMark } from "#app/ui/marks.tsx";
import { SectionHead } from "#app/ui/section-head.tsx";
import { signInPath } from "../accounts/return-path.ts";
import { BASEMAP_FRAME, type PlanLayer } from "../map/frame.ts";
import { LocatorMap } from "../map/locator-map.tsx";
import { numberedPlaces } from "../map/numbered-places.ts";
import { MapPanel } from "../map/map-panel.tsx";
import { findPlanLayer } from "../map/plan-layer.server.ts";
import { useHighlightedPin } from "../map/use-highlighted-pin.ts";
import { SavableGuideCard } from "../members/savable-guide-card.tsx";
import { SaveButton } from "../members/save-button.tsx";
import { isSavedBy, withSavedGuides } from "../members/saves.server.ts";
import { HeroPicture } from "../photos/hero-picture.tsx";
import { guidePhotoAsk } from "../photos/photo-ask.ts";
import type { Route } from "./+types/guide.route";
import { findGuidePage, similarGuides } from "./guide-queries.server.ts";
import { GuideInvitation } from "./guide-invitation.tsx";
import { GuideMark } from "./guide-mark.tsx";
import { GuideStop } from "./guide-stop.tsx";
import { walkMinutesOf } from "./guide-walk.ts";
import { type GuidePage, MEMBERS_TEXT_CLASS } from "./guide.ts";

export async function loader({ context, params }: Route.LoaderArgs) {
  const site = siteOf(context);
  const guide = await findGuidePage(site.db, params.slug, site);
  if (guide === null) throw noSuchPage(await similarGuides(site.db, params.slug, site));
  notePlacesShown(site.page, { surface: "guide", places: guide.places.map(({ place }) => place) });
  const plan = guide.neighborhood === null ? null : await findPlanLayer(site.db, guide.neighborhood.slug);
  const isSaved = await isSavedBy(site.db, site.viewer, { kind: "posts", slug: guide.slug });
  const related = await withSavedGuides(site.db, site.viewer, guide.related);
  const signIn = site.viewer === null ? signInPath(`/posts/${guide.slug}`) : null;
  const photoAsk = guidePhotoAsk(site.env, guide);
  return { guide: { ...guide, related }, plan, isSaved, photoAsk, signIn };
}

export const meta: Route.MetaFunction = ({ loaderData: { guide }, matches }) => {
  const siteUrl = siteUrlOf(matches);
  const path = `/posts/${guide.slug}`;
  return pageMeta({
    siteUrl,
    title: guide.title,
    description: guide.excerpt,
    path,
    keywords: guide.keywords,
    image: { path: socialImagePath("guides", guide.slug), alt: guide.picture.alt },
    type: "article",
    article: {
      publishedAt: guide.publishedAt,
      updatedAt: guide.updatedAt,
      author: guide.author.name,
      section: guide.category.name,
      tags: guide.keywords,
    },
    jsonLd: [
      articleJsonLd(siteUrl, guide),
      breadcrumbJsonLd(siteUrl, [
        { name: guide.category.name, path: `/${guide.category.slug}` },
        { name: "Guides", path: `/category/${guide.category.slug}` },
        { name: guide.title, path },
      ]),
    ],
  });
};

export default function GuideRoute({ loaderData }: Route.ComponentProps) {
  const { guide, plan, isSaved, photoAsk, signIn } = loaderData;
  const { category, picture, places, related, teaser } = guide;
  const { highlighted, pointing } = useHighlightedPin();
  const walkMinutes = walkMinutesOf(places);
  return (
    <article>
      <div className="wrap">
        <Breadcrumbs
          trail={[
            { label: category.name, to: `/${category.slug}` },
            { label: "Guides", to: `/category/${category.slug}` },
          ]}
        />
        <GuideHead guide={guide} isSaved={isSaved} />
        <HeroPicture className="guide-picture" picture={picture} ask={photoAsk} />
      </div>
      <div className="guide-columns" {...pointing}>
        <div className={guide.isForMembers && teaser === null ? `guide-column ${MEMBERS_TEXT_CLASS}` : "guide-column"}>
          {guide.blocks.map((block, index) => {
            if (block.kind === "html") {
              // Our own Markdown, rendered with raw HTML switched off (guide-body.ts).
              return (
                <div key={index} className="guide-body prose-guide" dangerouslySetInnerHTML={{ __html: block.html }} />
              );
            }
            const stop = places[block.index];
            if (stop === undefined) return null;
            const number = `${block.index + 1}`;
            return (
              <GuideStop
                key={stop.place.slug}
                stop={stop}
                number={number}
                isWalk={walkMinutes !== null}
                isHighlighted={highlighted === number}
              />
            );
          })}
          {teaser !== null && <GuideInvitation guide={guide} teaser={teaser} signInPath={signIn} />}
          <div className="guide-end">
            <SectionMark />
            <p className="text-row text-stone-5">
              <b>{guide.author.name}.</b> {guide.author.bio}
            </p>
          </div>
        </div>
        {places.length > 0 && (
          <GuideSide guide={guide} plan={plan} walkMinutes={walkMinutes} highlighted={highlighted} />
        )}
      </div>
      {related.length > 0 && (
        <section className="section wrap" aria-labelledby="related">
          <SectionHead id="related" title={relatedTitle(guide)} />
          <ul className="guide-list guide-list-four">
            {related.map((other) => (
              <li key={other.slug}>
                <SavableGuideCard guide={other} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </article>
  );
}

function GuideHead({ guide, isSaved }: { guide: GuidePage; isSaved: boolean | null }) {
  const { neighborhood, author, places } = guide;
  return (
    <header className="guide-head">
      <div>
        <p className="kicker">
          {neighborhood === null ? (
            "Citywide"
          ) : (
            <Link className="name-link" to={`/neighborhood/${neighborhood.slug}`}>
              {neighborhood.name}
            </Link>
          )}{" "}
          <GuideMark guide={guide} />
        </p>
        <h1 className="d3">{guide.title}</h1>
      </div>
      <div className="text-row text-stone-5">
        <p className="guide-excerpt-large">{guide.excerpt}</p>
        <p>
          By <b className="text-ink">{author.name}</b>
        </p>
        <p className="meta">
          {guide.isEarly ? (
            <span>
              For everybody on <time dateTime={guide.publishedAt}>{guide.publishedLabel}</time>
            </span>
          ) : (
            <time dateTime={guide.publishedAt}>{guide.publishedLabel}</time>
          )}
          {guide.updatedLabel !== null && !guide.isEarly && (
            <span>
              Updated <time dateTime={guide.updatedAt}>{guide.updatedLabel}</time>
            </span>
          )}
        </p>
        <p className="meta">
          <span>{guide.readMinutes} min read</span>
          {places.length > 0 && <span>{counted(places.length, "place")}</span>}
          {guide.views !== null && <span>{counted(guide.views, "view")}</span>}
        </p>
        <div className="guide-actions no-print">
          <SaveButton key={guide.slug} item={`posts/${guide.slug}`} name={guide.title} isSaved={isSaved} shape="word" />
        </div>
      </div>
    </header>
  );
}

/** Every stop keeps its number, however near its neighbors are. */
const STOPS_STAND_ALONE = { isClustered: false };

type GuideSideProps = {
  guide: GuidePage;
  plan: PlanLayer | null;
  walkMinutes: number | null;
  highlighted: string | null;
};

function GuideSide({ guide: { places }, plan, walkMinutes, highlighted }: GuideSideProps) {
  const isWalk = walkMinutes !== null;
  const { pins } = numberedPlaces(
    places.map(({ place }) => place),
    1,
  );
  return (
    <MapPanel>
      <div className="guide-side">
        <nav className="guide-walk" aria-labelledby="walk">
          <h2 className="h4" id="walk">
            {isWalk ? "The walk" : "The places"}
          </h2>
          <ol>
            {places.map(({ place, walkMinutes: legMinutes }, index) => (
              <li
                key={place.slug}
                data-pin={index + 1}
                aria-current={highlighted === `${index + 1}` ? "true" : undefined}
              >
                <b>{index + 1}</b>
                <a href={`#${place.slug}`}>{place.name}</a>
                <span>{isWalk ? (legMinutes === null ? "Start" : `${legMinutes} min`) : place.neighborhood.name}</span>
              </li>
            ))}
          </ol>
          {isWalk && (
            <p>
              <Footprints className="icon-small" aria-hidden="true" />
              About {walkMinutes} minutes on foot, without the stops.
            </p>
          )}
        </nav>
        <LocatorMap
          label={`Map of ${counted(pins.length, "place")}`}
          pins={pins}
          frame={BASEMAP_FRAME}
          plan={plan}
          highlighted={highlighted}
          joinsPins={isWalk}
          live={STOPS_STAND_ALONE}
        />
      </div>
    </MapPanel>
  );
}

function relatedTitle({ neighborhood, category, related }: GuidePage): string {
  if (neighborhood !== null && related.every((other) => other.neighborhood?.slug === neighborhood.slug)) {
    return `More from ${neighborhood.name}`;
  }
  if (related.every((other) => other.category.slug === category.slug)) return `More ${category.name} guides`;
  return "Read next";
}
