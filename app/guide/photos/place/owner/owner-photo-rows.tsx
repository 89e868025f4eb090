import "./own-photos.css";

import type { MouseEvent, PointerEvent } from "react";
import { Form, Link } from "react-router";

import { RowMoves, RowMoveStatus } from "#app/ui/row-moves.tsx";
import { useRowMoves, useRowOrder } from "#app/ui/use-row-order.ts";

import type { RejectedAltText } from "./photo-form.server.ts";
import { type OwnerPhoto, PHOTO_STATE_LABELS } from "./owner-photo.ts";
import { ALT_HINT } from "../upload/photo-refusals.ts";
import { ALT_CHARACTERS_MAX, photoSource, uncroppedPhotoPath } from "../place-photo.ts";
import { savePhotoOrder } from "./save-photo-order.ts";

/** The one form of all descriptions, whose fields stand in the rows. */
const WORDS_FORM = "photo-words";

type OwnPhotoRowsProps = { slug: string; photos: OwnerPhoto[]; refused: readonly RejectedAltText[] };

/** A place's photos in order, each with its description and actions. */
export function OwnerPhotoRows({ slug, photos, refused }: OwnPhotoRowsProps) {
  const { ordered, said, problem, canUndo, move, undo } = useRowOrder({
    rows: photos,
    idOf: ({ id }) => id,
    nameOf: nameOfPhoto,
    save: (order) => savePhotoOrder(slug, order),
  });
  const { list, drag, step } = useRowMoves(move);
  return (
    <>
      <ol className="own-photo-rows" ref={list}>
        {ordered.map((photo, index) => (
          <OwnPhotoRow
            key={photo.id}
            slug={slug}
            photo={photo}
            number={index + 1}
            isLast={index + 1 === ordered.length}
            refused={refused.find(({ id }) => id === photo.id) ?? null}
            onGrip={(event) => drag(event, index)}
            onStep={(event, by) => step(event, index, by)}
          />
        ))}
      </ol>
      <RowMoveStatus {...{ said, problem, canUndo }} onUndo={undo} />
      {/* Submitted without a page load, so that messages about refused files stay. */}
      <Form method="post" id={WORDS_FORM} className="own-photo-save" preventScrollReset noValidate>
        <button type="submit" className="button button-primary" name="do" value="describe">
          Save descriptions
        </button>
      </Form>
    </>
  );
}

function nameOfPhoto({ alt }: OwnerPhoto): string {
  return alt === "" ? "The photo without a description" : `“${alt}”`;
}

type OwnPhotoRowProps = {
  slug: string;
  photo: OwnerPhoto;
  number: number;
  isLast: boolean;
  refused: RejectedAltText | null;
  onGrip: (event: PointerEvent) => void;
  onStep: (event: MouseEvent<HTMLButtonElement>, by: -1 | 1) => void;
};

function OwnPhotoRow({ slug, photo, number, isLast, refused, onGrip, onStep }: OwnPhotoRowProps) {
  const { id, alt, state } = photo;
  const label = `photo ${number}`;
  return (
    <li id={id} tabIndex={-1}>
      <PhotoPreview photo={photo} />
      <div className="own-photo-words">
        <p className="own-photo-state" data-state={state}>
          <b>{number}</b> {PHOTO_STATE_LABELS[state]}
          {photo.takenDownReason !== null && `: ${photo.takenDownReason}`}
          {number === 1 && state === "shown" && ", shown first"}
        </p>
        <AltField photo={photo} label={label} refused={refused} />
        <div className="own-photo-ways">
          <Link className="button button-outline button-small" to={`/business/${slug}/photos/${id}`}>
            Crop<span className="sr-only"> {label}</span>
          </Link>
          <Form method="post">
            <input type="hidden" name="photo" value={id} />
            {state === "failed" && (
              <button type="submit" className="button button-outline button-small" name="do" value="try-again">
                Try again<span className="sr-only"> with {label}</span>
              </button>
            )}
            <button type="submit" className="button button-plain button-small" name="do" value="take-off">
              Remove<span className="sr-only"> {label}</span>
            </button>
          </Form>
        </div>
      </div>
      <div className="own-photo-order">
        <RowMoves
          field="photo"
          id={id}
          name={alt === "" ? label : alt}
          isFirst={number === 1}
          {...{ isLast, onStep, onGrip }}
        />
      </div>
    </li>
  );
}

/** The cropped photo, or the uncropped one until the crop is ready. */
export function PhotoPreview({ photo: { id, alt, prepared } }: { photo: Pick<OwnerPhoto, "id" | "alt" | "prepared"> }) {
  return (
    <div className="own-photo-picture">
      <img
        src={prepared === null ? uncroppedPhotoPath(id) : photoSource(prepared, 480)}
        alt={alt === "" ? "A photo without a description yet" : alt}
        width={192}
        height={144}
        loading="lazy"
        decoding="async"
        draggable={false}
      />
    </div>
  );
}

function AltField({
  photo: { id, alt, version },
  label,
  refused,
}: {
  photo: OwnerPhoto;
  label: string;
  refused: RejectedAltText | null;
}) {
  const fieldId = `alt-${id}`;
  return (
    <div className="own-photo-alt">
      <input type="hidden" form={WORDS_FORM} name="photo" value={id} />
      <input type="hidden" form={WORDS_FORM} name="version" value={version} />
      <input type="hidden" form={WORDS_FORM} name="was" value={alt} />
      <div className={refused === null ? "field" : "field field-error"}>
        <label htmlFor={fieldId}>
          What does it show?<span className="sr-only"> ({label})</span>
        </label>
        <textarea
          className="input"
          form={WORDS_FORM}
          id={fieldId}
          name="alt"
          rows={2}
          defaultValue={refused?.typed ?? alt}
          key={alt}
          maxLength={ALT_CHARACTERS_MAX * 2}
          required
          aria-invalid={refused === null ? undefined : true}
          aria-describedby={refused === null ? `${fieldId}-hint` : `${fieldId}-problem ${fieldId}-hint`}
        />
        {refused !== null && (
          <small id={`${fieldId}-problem`} role="alert">
            {refused.problem}
          </small>
        )}
        <small id={`${fieldId}-hint`} className={alt === "" || refused !== null ? "own-photo-hint" : "sr-only"}>
          {ALT_HINT}
        </small>
      </div>
    </div>
  );
}
