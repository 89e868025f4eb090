/** Labels of a listing's fields that all of its forms share, also in the summaries of their problems. */
export const LISTING_FIELD_LABELS = {
  name: "Name",
  type: "Type",
  street: "House number and street",
  quadrant: "Quadrant",
  zip: "ZIP code",
  phone: "Phone",
  website: "Website",
  priceRange: "Price",
} as const;
