/** Download of everything that is stored about the member. */
export const EXPORT_PATH = "/member/export.json";

/** The confirmation page for deleting an account. */
export const DELETE_PATH = "/settings/delete";
