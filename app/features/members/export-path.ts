/** Where a member downloads everything that is held of them. */
export const EXPORT_PATH = "/member/export.json";
