import "./place-page.css";

import { Clock, Globe, MapPin, Phone, TrainFront } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";

import { QuadrantMark } from "../cards/quadrant-mark.tsx";
import { streetWithoutQuadrant } from "../facts/address.ts";
import type { PlaceContactLinks } from "../facts/contact-links.ts";
import { describeFreshness } from "../facts/fact-origin.ts";
import { OriginNote } from "../facts/origin-note.tsx";
import { HoursLine } from "../hours/hours-line.tsx";
import { HoursTable } from "../hours/hours-table.tsx";
import type { PlacePage } from "../place.ts";
import { MetroLines } from "./metro-walk.tsx";

type PlaceFactsProps = {
  place: PlacePage;
  contactLinks: Pick<PlaceContactLinks, "phone" | "website">;
  /** URLs that count a click; absent for viewers who aren't counted. */
  pings: { phone?: string; website?: string };
};

/** Hours, address, Metro, phone, website, menu and orders, each with where it is from, and a button to confirm it. */
export function PlaceFacts({ place, contactLinks: { phone, website }, pings }: PlaceFactsProps) {
  const { origins, street, quadrant, zip, stations, position } = place;
  const city = zip === null ? "Washington, DC" : `Washington, DC ${zip}`;
  return (
    <form method="post" action={`/places/${place.slug}/confirm`} id="facts">
      <dl className="facts">
        <Fact name="Hours" icon={<Clock className="icon" aria-hidden="true" />}>
          <PlaceHours place={place} />
        </Fact>
        <Fact name="Address" icon={<MapPin className="icon" aria-hidden="true" />}>
          {street === null ? (
            "Address unknown"
          ) : (
            <>
              {streetWithoutQuadrant(street, quadrant)} {quadrant !== null && <QuadrantMark quadrant={quadrant} />}
              <br />
              {city}
            </>
          )}
          <OriginNote origin={origins.address} field="address" name="Address" />
        </Fact>
        <Fact name="Metro" icon={<TrainFront className="icon" aria-hidden="true" />}>
          {position === null && "Nearest Metro unknown"}
          {position !== null && stations.length === 0 && "No Metro station within walking distance"}
          {stations.map((station) => (
            <span key={station.slug} className="facts-station">
              <MetroLines lines={station.lines} />
              <span>{station.name}</span>
              <span className="text-row text-muted">about {station.minutes} min walk</span>
            </span>
          ))}
        </Fact>
        <Fact name="Phone" icon={<Phone className="icon" aria-hidden="true" />}>
          {phone === null ? (
            "Phone unknown"
          ) : (
            <a className="link facts-phone" href={phone.href} ping={pings.phone}>
              {phone.label}
            </a>
          )}
          <OriginNote origin={phone === null ? undefined : origins.phone} field="phone" name="Phone" />
        </Fact>
        <Fact name="Website" icon={<Globe className="icon" aria-hidden="true" />}>
          {website === null ? (
            "Website unknown"
          ) : (
            <a className="link" href={website.href} ping={pings.website} rel="noopener">
              {website.label}
            </a>
          )}
          <OriginNote origin={website === null ? undefined : origins.website} field="website" name="Website" />
          <SiteLinks place={place} />
        </Fact>
      </dl>
    </form>
  );
}

/** Reservations, the menu and orders, each with where the link is from. */
function SiteLinks({ place: { siteLinks = [], origins } }: { place: PlacePage }) {
  return siteLinks.map(({ field, label, href }) => {
    const origin = origins[field];
    return (
      <span key={field} className="facts-link no-print">
        <a className="link" href={href} rel="noopener">
          {label} at {hostOf(href)}
        </a>
        {origin !== undefined && (
          <span className="origin-note" title={`Source: ${origin.sourceTitle}`}>
            {describeFreshness(origin)}
          </span>
        )}
      </span>
    );
  });
}

/** "opentable.com" */
function hostOf(href: string): string {
  return URL.canParse(href) ? new URL(href).hostname.replace(/^www\./, "") : href;
}

function PlaceHours({ place: { slug, hours, week, hoursText, hoursNote, origins, closure } }: { place: PlacePage }) {
  if (hoursText !== null) {
    return (
      <>
        {hoursText}
        <OriginNote origin={origins.hoursText} note={hoursNote} field="hoursText" name="Hours" />
      </>
    );
  }
  return (
    <>
      <HoursLine line={hours} />
      {week !== null && <HoursTable week={week} />}
      {week === null ? (
        closure === null && (
          <span className="origin-note no-print">
            Do you know them?{" "}
            <Link className="link" to={`/places/${slug}/hours`} rel="nofollow">
              Add hours
            </Link>
          </span>
        )
      ) : (
        <OriginNote origin={origins.hours} note={hoursNote} field="hours" name="Hours" />
      )}
    </>
  );
}

function Fact({ name, icon, children }: { name: string; icon: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>
        {icon}
        <span className="sr-only">{name}</span>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Links for those who know the facts better. */
export function CorrectionLinks({ slug }: { slug: string }) {
  return (
    <p className="facts-ways no-print">
      <Link className="link" to={`/places/${slug}/suggest`} rel="nofollow">
        Suggest an edit
      </Link>
      <a className="link" href={`/places/${slug}/suggest#closed`} rel="nofollow">
        Report closed
      </a>
      <a className="link" href={`/places/${slug}/claim`} rel="nofollow">
        Own this business?
      </a>
    </p>
  );
}
