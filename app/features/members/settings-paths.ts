/** Where a member downloads everything that is held of them. */
export const EXPORT_PATH = "/member/export.json";

/** Where they are asked whether they mean it. */
export const DELETE_PATH = "/settings/delete";
