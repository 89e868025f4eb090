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

type OwnPhotoRowsProps = { slug: string; photos: OwnerPhoto[]; refused: RejectedAltText | null };

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
            refused={refused?.id === photo.id ? refused : null}
            onGrip={(event) => drag(event, index)}
            onStep={(event, by) => step(event, index, by)}
          />
        ))}
      </ol>
      <RowMoveStatus {...{ said, problem, canUndo }} onUndo={undo} />
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
        <AltForm photo={photo} label={label} refused={refused} />
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

/** Submitted without a page load, so that unsaved input for other photos and messages about refused files stay. */
function AltForm({
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
    <Form method="post" className="own-photo-alt" preventScrollReset noValidate>
      <input type="hidden" name="photo" value={id} />
      <input type="hidden" name="version" value={version} />
      <div className={refused === null ? "field" : "field field-error"}>
        <label htmlFor={fieldId}>
          What does it show?<span className="sr-only"> ({label})</span>
        </label>
        <textarea
          className="input"
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
      <button type="submit" className="button button-outline" name="do" value="describe">
        Save<span className="sr-only"> the description of {label}</span>
      </button>
    </Form>
  );
}
