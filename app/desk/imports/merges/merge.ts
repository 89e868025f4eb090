export const MERGES_PATH = "/admin/imports/merges";

/** A page of past merges. */
export function mergesPath(page: number): string {
  return page === 1 ? MERGES_PATH : `${MERGES_PATH}?page=${page}`;
}

export type MergeRefusal = "no-place" | "same-place" | "has-owner" | "gone";

/** "merged-on": the surviving listing was merged into another one later. */
export type UnmergeRefusal = "gone" | "merged-on";

export const UNMERGE_REFUSAL_MESSAGES: Record<UnmergeRefusal, string> = {
  gone: "These listings are already separate.",
  "merged-on": "The listing that stayed was merged into another one later. Undo that merge first.",
};

export const MERGE_REFUSAL_MESSAGES: Record<MergeRefusal, string> = {
  "no-place": "Enter both listings as in their URLs, such as madams-organ.",
  "same-place": "That’s the same listing twice.",
  "has-owner": "The duplicate listing has an owner. Swap the two, or remove the owner first.",
  gone: "One of the two listings has been removed in the meantime.",
};
