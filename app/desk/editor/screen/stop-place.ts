/** A place as the editor shows it in the text. */
export type StopPlace = {
  slug: string;
  name: string;
  type: string;
  neighborhood: string;
  isClosed: boolean;
  closedOn: string | null;
  position: { lat: number; lng: number } | null;
};
