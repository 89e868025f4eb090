export const NEW_GUIDE_PATH = "/admin/posts/new";
export const ALL_GUIDES_PATH = "/admin/content";
export const AUTHORS_PATH = "/admin/authors";
export const GUIDE_PICTURES_PATH = "/admin/posts/pictures";
export const GUIDE_PLACES_PATH = "/admin/posts/places";
/** The preview of a drawing by its name. */
export const drawingPath = (name: string) => `/admin/posts/drawings/${name}`;
export const PASTE_PATH = "/admin/posts/paste";

export const editorPath = (id: number) => `/admin/posts/${id}`;
export const saveDraftPath = (id: number) => `/admin/posts/${id}/save`;
export const editorSessionPath = (id: number) => `/admin/posts/${id}/window`;
export const viewGuidePath = (id: number) => `/admin/posts/${id}/view`;
/** The preview beside the text, of a version. */
export const framedPreviewPath = (id: number, version: number) => `/admin/posts/${id}/frame/${version}`;
export const publishPath = (id: number) => `/admin/posts/${id}/publish`;
export const revisionsPath = (id: number) => `/admin/posts/${id}/revisions`;
export const exportGuidePath = (id: number) => `/admin/posts/${id}/guide.md`;
export const socialImagePreviewPath = (id: number, version: number) =>
  `/admin/posts/${id}/social.png?version=${version}`;
export const previewPath = (key: string) => `/preview/${key}`;

/** Parses a guide's id from a URL; null for anything else. */
export function parseGuideId(text: string): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}
