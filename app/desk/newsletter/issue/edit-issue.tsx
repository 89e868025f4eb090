import "../subscribers/newsletter.css";

import type { ReactNode, RefObject } from "react";
import { useRevalidator } from "react-router";

import { RowMoves, RowMoveStatus } from "#app/ui/row-moves.tsx";
import { useRowMoves, useRowOrder } from "#app/ui/use-row-order.ts";

import type { IssueFormError, SubmittedNote } from "./change-issue.server.ts";
import type { ItemSuggestion } from "./issue-content.server.ts";
import type { IssueFormValues } from "./issue-form.ts";
import { ITEMS_MAX, PREVIEW_CHARACTERS_MAX, SUBJECT_CHARACTERS_MAX } from "./issue.ts";
import { issueFieldId } from "./issue-field-id.ts";
import { IntroField } from "./intro-field.tsx";
import type { NeighborhoodChoice } from "../subscribers/preferences.ts";
import { saveItemOrder } from "./save-item-order.ts";

type FieldsProps = {
  issue: { typed: IssueFormValues };
  choices: readonly NeighborhoodChoice[];
  refused: IssueFormError | null;
  form: RefObject<HTMLFormElement | null>;
  /** The introduction was changed. */
  onIntro: () => void;
};

/** An issue's text and audience. */
export function IssueFields({ issue, choices, refused, form, onIntro }: FieldsProps) {
  const typed = refused?.typed ?? issue.typed;
  const problems = refused?.problems ?? {};
  const given = (field: keyof IssueFormValues) => ({
    id: issueFieldId(field),
    name: field,
    className: "input",
    defaultValue: typed[field],
    "aria-invalid": problems[field] === undefined ? undefined : true,
    "aria-describedby": `${issueFieldId(field)}-says`,
  });
  return (
    <div className="newsletter-form">
      <IssueField
        field="subject"
        label="Subject"
        hint={`Up to ${SUBJECT_CHARACTERS_MAX} characters. Inboxes show about 50.`}
        {...{ problems }}
      >
        <input type="text" {...given("subject")} />
      </IssueField>
      <IssueField
        field="preview"
        label="Preview text"
        hint={`Shown after the subject in inboxes. Up to ${PREVIEW_CHARACTERS_MAX} characters.`}
        {...{ problems }}
      >
        <input type="text" {...given("preview")} />
      </IssueField>
      <IssueField
        field="neighborhood"
        label="Audience"
        hint="All weekly subscribers, or the subscribers of one neighborhood’s news."
        {...{ problems }}
      >
        <select {...given("neighborhood")}>
          <option value="">All weekly subscribers</option>
          {choices.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              News from {name}
            </option>
          ))}
        </select>
      </IssueField>
      <IntroField form={form} intro={typed.intro} problem={problems.intro} onChange={onIntro} />
      <p>
        <button type="submit" className="button button-primary" name="do" value="save">
          Save
        </button>
      </p>
    </div>
  );
}

type FieldProps = {
  field: string;
  label: string;
  hint: string;
  problems: Partial<Record<string, string>>;
  children: ReactNode;
};

export function IssueField({ field, label, hint, problems, children }: FieldProps) {
  const problem = problems[field];
  return (
    <div className={problem === undefined ? "field" : "field field-error"}>
      <label htmlFor={issueFieldId(field)}>{label}</label>
      {children}
      <small id={`${issueFieldId(field)}-says`}>{problem ?? hint}</small>
    </div>
  );
}

type Item = { id: number; note: string; title: string; meta: string; kind: "guide" | "place"; problem: string | null };
type ItemsProps = {
  issueId: string;
  items: Item[];
  /** Recently removed items. */
  removedItems: readonly { entryId: number; title: string }[];
  refused: IssueFormError | null;
};

/** An issue's items, ordered by buttons or, with JavaScript, by dragging. */
export function IssueItems({ issueId, items, removedItems, refused }: ItemsProps) {
  const { revalidate } = useRevalidator();
  const { ordered, said, problem, canUndo, move, undo } = useRowOrder({
    rows: items,
    idOf: ({ id }) => String(id),
    nameOf: ({ title }) => title,
    save: async (order) => {
      const refusal = await saveItemOrder(issueId, order);
      // Refreshes the preview, which shows the order too.
      if (refusal === null) void revalidate();
      return refusal;
    },
  });
  const { list, drag, step } = useRowMoves(move);
  return (
    <section aria-labelledby="items">
      <h2 className="h2" id="items">
        Guides and places
      </h2>
      <input type="hidden" name="notes" value={items.map(({ id }) => id).join()} />
      {items.length === 0 && <p className="newsletter-hint">None yet. Add up to {ITEMS_MAX} below.</p>}
      <ol className="newsletter-items" ref={list}>
        {ordered.map((item, index) => (
          <li key={item.id}>
            <div className="newsletter-item-words">
              <h3 className="h4">{item.title}</h3>
              <p className="text-meta text-muted">
                {item.kind === "guide" ? "Guide" : "Place"}: {item.meta}
              </p>
              {item.problem !== null && <p className="form-problem">{item.problem} It will be left out.</p>}
            </div>
            <div className="newsletter-item-moves">
              <RowMoves
                field={null}
                id={String(item.id)}
                name={item.title}
                isFirst={index === 0}
                isLast={index + 1 === ordered.length}
                onStep={(event, by) => step(event, index, by)}
                onGrip={(event) => drag(event, index)}
              />
            </div>
            <ItemNote item={item} typed={refused?.notes.find(({ itemId }) => itemId === item.id) ?? null} />
          </li>
        ))}
      </ol>
      {removedItems.map(({ entryId, title }) => (
        <p key={entryId} className="newsletter-hint">
          “{title}” removed.{" "}
          <button
            type="submit"
            className="button button-plain button-flush button-small"
            name="do"
            value={`return:${entryId}`}
          >
            Undo<span className="sr-only">: add {title} back</span>
          </button>
        </p>
      ))}
      <RowMoveStatus {...{ said, problem, canUndo }} onUndo={undo} />
    </section>
  );
}

function ItemNote({ item, typed }: { item: Item; typed: SubmittedNote | null }) {
  const saysId = `note-${item.id}-says`;
  const why = typed?.problem ?? null;
  return (
    <div className="newsletter-item-note">
      <input type="hidden" name={`was-${item.id}`} value={typed?.original ?? item.note} />
      <label className={why === null ? "field" : "field field-error"}>
        <span className="sr-only">Note on {item.title}</span>
        <textarea
          className="input"
          name={`note-${item.id}`}
          rows={2}
          placeholder="Editors’ note (optional)"
          defaultValue={typed?.text ?? item.note}
          aria-describedby={why === null ? undefined : saysId}
        />
        {why !== null && <small id={saysId}>{why}</small>}
      </label>
      <div className="newsletter-buttons">
        <button type="submit" className="button button-outline button-small" name="do" value="save">
          Save note<span className="sr-only"> on {item.title}</span>
        </button>
        <button type="submit" className="button button-plain button-small" name="do" value={`remove:${item.id}`}>
          Remove<span className="sr-only"> {item.title}</span>
        </button>
      </div>
    </div>
  );
}

type OffersProps = { offers: readonly ItemSuggestion[]; query: string };

/** Guides and places to add: the newest, or search results. */
export function ItemSuggestions({ offers, query }: OffersProps) {
  return (
    <section aria-labelledby="offers">
      <h2 className="h2" id="offers">
        Add guides and places
      </h2>
      <div className="newsletter-find" role="search">
        <label className="field">
          <span className="sr-only">Search guides and places by name</span>
          <input className="input" type="search" name="q" defaultValue={query} placeholder="Guide or place name" />
        </label>
        <button type="submit" className="button button-outline" name="do" value="find">
          Search
        </button>
      </div>
      <p className="newsletter-hint">
        {query === ""
          ? "The newest guides and places."
          : offers.length === 0
            ? `Nothing found for “${query}”. Try fewer letters.`
            : `Results for “${query}”.`}
      </p>
      <ul className="newsletter-offers">
        {offers.map(({ kind, id, title, meta }) => (
          <li key={`${kind}-${id}`}>
            <div>
              <b>{title}</b>
              <span className="text-meta text-muted">
                {kind === "guide" ? "Guide" : "Place"}: {meta}
              </span>
            </div>
            <button type="submit" className="button button-outline button-small" name="do" value={`add:${kind}-${id}`}>
              Add<span className="sr-only"> {title}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
