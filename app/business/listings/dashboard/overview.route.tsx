import { pageMeta } from "#app/guide/seo/page-meta.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { DemoMark } from "#app/ui/demo-mark.tsx";

import { FromTo } from "#app/business/corrections/review/correction-fields.tsx";
import type { Route } from "./+types/overview.route";
import { ClaimTimelines } from "../claims/claim-timelines.tsx";
import { listClaimTimelines } from "../claims/list-claim-timelines.server.ts";
import { Completeness, NextSteps, OwnedPlaceStats } from "./owned-place-card.tsx";
import {
  type PlaceChangeEntry,
  listPlaceChanges,
  listFactFreshness,
  summarizeOwnedPlaces,
} from "./owned-places.server.ts";
import { OwnerPage, sectionPath } from "./owner-page.tsx";
import { requireOwner } from "../require-owner.server.ts";

export const handle = { audience: "owner" } satisfies RouteHandle;

/** The place's status, completeness, change history and the viewer's claims to it. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const { place, role, viewer } = await requireOwner(site, request, params.slug);
  const [shown] = await summarizeOwnedPlaces(site.db, { owned: [{ place, role }], userId: viewer.id }, site);
  return {
    place: { slug: place.slug, name: place.name },
    shown: shown ?? null,
    facts: await listFactFreshness(site.db, place.id),
    changes: await listPlaceChanges(site.db, { placeId: place.id, viewerId: viewer.id }),
    claims: await listClaimTimelines(site.db, { claimerId: viewer.id, placeId: place.id, now: site.now }),
  };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    matches,
    title: `Manage ${loaderData.place.name}`,
    description: "The status of a place you manage.",
    path: sectionPath(loaderData.place.slug, "overview"),
  });

export default function Overview({ loaderData: { place, shown, facts, changes, claims } }: Route.ComponentProps) {
  const isDemo = shown?.rating?.isDemo === true || shown?.hasDemoStats === true;
  return (
    <OwnerPage place={place} section="overview">
      <div className="owner-columns">
        <div>
          {shown !== null && (
            <section className="owner-section" aria-labelledby="standing">
              <h2 className="h3" id="standing">
                Status {isDemo && <DemoMark />}
              </h2>
              {!shown.isListed && <p className="owner-word">It’s marked as closed, so lists don’t show it.</p>}
              <OwnedPlaceStats place={shown} />
              <NextSteps place={shown} />
            </section>
          )}
          {shown !== null && (
            <section className="owner-section" aria-labelledby="complete">
              <h2 className="h3" id="complete">
                Completeness
              </h2>
              <Completeness parts={shown.parts} />
            </section>
          )}
        </div>
        <div>
          <section className="owner-section" aria-labelledby="freshness">
            <h2 className="h3" id="freshness">
              Last checked
            </h2>
            {facts.length === 0 ? (
              <p className="text-muted">We don’t have any details of it yet.</p>
            ) : (
              <dl className="owner-facts">
                {facts.map(({ name, label: words }) => (
                  <div key={name}>
                    <dt>{name}</dt>
                    <dd>{words}</dd>
                  </div>
                ))}
              </dl>
            )}
          </section>
          <section className="owner-section" aria-labelledby="changes">
            <h2 className="h3" id="changes">
              Change history
            </h2>
            <Changes changes={changes} />
          </section>
          {claims.length > 0 && (
            <section className="owner-section" aria-labelledby="claim">
              <h2 className="h3" id="claim">
                Your claim
              </h2>
              <ClaimTimelines stories={claims} />
            </section>
          )}
        </div>
      </div>
    </OwnerPage>
  );
}

function Changes({ changes }: { changes: readonly PlaceChangeEntry[] }) {
  if (changes.length === 0) return <p className="text-muted">No changes yet.</p>;
  return (
    <ol className="owner-changes">
      {changes.map(({ id, label, before, after, changedAt, changedLabel, by }) => (
        <li key={id}>
          <p className="meta text-meta text-muted">
            <b>{label}</b>
            <time dateTime={changedAt}>{changedLabel}</time>
            <span>{by}</span>
          </p>
          <FromTo before={before} after={after} afterLabel="After" />
        </li>
      ))}
    </ol>
  );
}
