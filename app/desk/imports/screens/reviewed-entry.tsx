import "./importing.css";

import { Form, Link } from "react-router";

import { CATEGORY_NAMES } from "#app/guide/places/facts/categories.ts";

import { SideBySide } from "../duplicates/side-by-side.tsx";
import { TYPE_CHARACTERS_MAX } from "../mapping/category-mapping.ts";
import type { EntryToReview } from "./present-entry.ts";

type Neighborhoods = readonly { slug: string; name: string }[];

/** What the editor typed for an entry, and why it was refused. */
type Refusal = { why: string; typed: { neighborhood: string; category: string; type: string } } | null;

/** One entry with its facts and the buttons that decide about it. */
export function ReviewedEntry({
  entry,
  action,
  neighborhoods,
  refused,
}: {
  entry: EntryToReview;
  action: string;
  neighborhoods: Neighborhoods;
  refused: Refusal;
}) {
  const { counterpart, isPossibleDuplicate, lines } = entry;
  return (
    <article className="import-entry" tabIndex={-1} aria-labelledby={`entry-${entry.id}`}>
      <h2 className="h3" id={`entry-${entry.id}`}>
        {entry.name}
      </h2>
      <p className="meta text-meta text-muted">
        <span>Entry {entry.number}</span>
        {entry.line !== null && <span>line {entry.line}</span>}
        {entry.kind !== null && entry.kind !== "" && <span>{entry.kind}</span>}
        {!isPossibleDuplicate && <span>New</span>}
      </p>
      {counterpart === null ? (
        <dl className="import-facts">
          {lines.map(({ label, left }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{left}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <SideBySide
          left="In this file"
          right={counterpart.slug === null ? "Earlier in the file" : "Listed"}
          lines={lines}
        />
      )}
      <Form method="post" action={action} className="import-decide" preventScrollReset>
        <input type="hidden" name="record" value={entry.id} />
        {refused !== null && (
          <p className="form-problem" role="alert">
            {refused.why}
          </p>
        )}
        {entry.needsNeighborhood && <NeighborhoodField neighborhoods={neighborhoods} refused={refused} />}
        {entry.needsCategory && <CategoryFields refused={refused} />}
        <div className="form-buttons">
          {counterpart !== null && (
            <button type="submit" className="button button-primary" name="decision" value="same" data-key="s">
              Same place
            </button>
          )}
          <button
            type="submit"
            className={counterpart === null ? "button button-primary" : "button button-outline"}
            name="decision"
            value="new"
            data-key="n"
          >
            {counterpart === null ? "List place" : "List as new place"}
          </button>
          <button type="submit" className="button button-plain" name="decision" value="left-out" data-key="x">
            Skip
          </button>
          {counterpart?.slug != null && (
            <Link className="link" to={`/places/${counterpart.slug}`} target="_blank">
              See {counterpart.name}
            </Link>
          )}
        </div>
      </Form>
    </article>
  );
}

function NeighborhoodField({ neighborhoods, refused }: { neighborhoods: Neighborhoods; refused: Refusal }) {
  return (
    <label className="field">
      <span>Neighborhood (for a new place)</span>
      <select className="input" name="neighborhood" defaultValue={refused?.typed.neighborhood ?? ""}>
        <option value="">Choose one</option>
        {neighborhoods.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function CategoryFields({ refused }: { refused: Refusal }) {
  return (
    <div className="import-kind">
      <label className="field">
        <span>Category (for a new place)</span>
        <select className="input" name="category" defaultValue={refused?.typed.category ?? ""}>
          <option value="">Choose one</option>
          {Object.entries(CATEGORY_NAMES).map(([slug, name]) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        <span>Type, such as Bakery</span>
        <input className="input" name="type" defaultValue={refused?.typed.type ?? ""} maxLength={TYPE_CHARACTERS_MAX} />
      </label>
    </div>
  );
}
