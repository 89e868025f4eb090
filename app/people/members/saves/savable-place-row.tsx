import type { ComponentProps, ReactNode } from "react";

import { PlaceRow } from "#app/guide/places/cards/place-row.tsx";

import { SavePlaceHeart } from "./save-place-heart.tsx";

/** A place row with a save button at its end. */
export function SavablePlaceRow(row: Omit<ComponentProps<typeof PlaceRow>, "action">) {
  return <PlaceRow {...row} action={placeSaveButton(row.place)} />;
}

/** The save button of a place, for lists that take what a visitor can do as a slot. */
export function placeSaveButton(place: ComponentProps<typeof PlaceRow>["place"]): ReactNode {
  return <SavePlaceHeart place={place} />;
}
