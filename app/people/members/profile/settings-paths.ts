/** Download of everything that is stored about the member. */
export const MEMBER_EXPORT_PATH = "/member/export.json";

/** The confirmation page for deleting an account. */
export const DELETE_ACCOUNT_PATH = "/settings/delete";
