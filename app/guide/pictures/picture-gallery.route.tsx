import "./picture-gallery.css";

import { Form, Link } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import type { Route } from "./+types/picture-gallery.route";
import {
  GALLERY_COMPOSITIONS,
  GALLERY_CROPS,
  GALLERY_PAGES_MAX,
  GALLERY_PICTURES,
  GALLERY_SEASONS,
  GALLERY_SUBJECTS,
  GALLERY_TIMES,
  type GalleryFilters,
  galleryPictures,
  REVIEW_QUESTIONS,
  parseGalleryFilters,
} from "#illustrations/picture-gallery.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";

export const handle = {
  audience: "everyone",
  isIndexed: false,
  query: ["crop", "time", "season", "composition", "subject", "page"],
} as const satisfies RouteHandle;

/** Development only: 200 pictures at once, with questions to review them. Not part of the production build. */
export function loader({ request }: Route.LoaderArgs) {
  const filters = parseGalleryFilters(readQuery(request, handle));
  return { filters, pictures: galleryPictures(filters) };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Picture gallery",
    description: "Two hundred drawn pictures at once, for review.",
    path: "/development/pictures",
  });

export default function PictureGallery({ loaderData: { filters, pictures } }: Route.ComponentProps) {
  return (
    <div className="gallery">
      <div className="gallery-beside">
        <h1 className="h2">Picture gallery</h1>
        <GalleryForm filters={filters} />
        <p className="label gallery-questions-title">Every answer must be yes</p>
        <ol className="gallery-questions">
          {REVIEW_QUESTIONS.map((question) => (
            <li key={question}>{question}</li>
          ))}
        </ol>
      </div>
      <div>
        <ul className={`gallery-sheet gallery-sheet-${filters.crop}`}>
          {pictures.map(({ path, label, width, height }) => (
            <li key={path}>
              <img src={path} alt={label} title={label} width={width} height={height} loading="lazy" decoding="async" />
              <small>{label}</small>
            </li>
          ))}
        </ul>
        {pictures.length === 0 && <p>No picture matches these filters.</p>}
        {pictures.length === GALLERY_PICTURES && filters.page < GALLERY_PAGES_MAX && (
          <Link className="button button-outline" to={`?${queryOf({ ...filters, page: filters.page + 1 })}`}>
            Next {GALLERY_PICTURES}
          </Link>
        )}
      </div>
    </div>
  );
}

function GalleryForm({ filters }: { filters: GalleryFilters }) {
  return (
    <Form method="get" className="gallery-form">
      <FilterSelect name="crop" options={GALLERY_CROPS} chosen={filters.crop} />
      <FilterSelect name="time" options={GALLERY_TIMES} chosen={filters.time} anyLabel="any time" />
      <FilterSelect name="season" options={GALLERY_SEASONS} chosen={filters.season} anyLabel="any season" />
      <FilterSelect
        name="composition"
        options={GALLERY_COMPOSITIONS}
        chosen={filters.composition}
        anyLabel="any composition"
      />
      <FilterSelect name="subject" options={GALLERY_SUBJECTS} chosen={filters.subject} anyLabel="any subject" />
      <button className="button button-primary" type="submit">
        Show
      </button>
    </Form>
  );
}

function FilterSelect(props: { name: string; options: readonly string[]; chosen: string | null; anyLabel?: string }) {
  const { name, options, chosen, anyLabel } = props;
  return (
    <select className="input" name={name} aria-label={name} defaultValue={chosen ?? ""} key={`${name} ${chosen}`}>
      {anyLabel !== undefined && <option value="">{anyLabel}</option>}
      {options.map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </select>
  );
}

function queryOf(filters: GalleryFilters): string {
  const given = Object.entries(filters).filter(([, value]) => value !== null);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}
