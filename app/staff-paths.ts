/**
 * Pages that few open: those of staff, of whoever runs a place and of whoever has sent a submission, the questions about a place
 * on their own page, and the figures of moderation. The list of routes that all other pages load knows nothing of them: a link
 * from there asks the server for a new document, and gets the longer list with it.
 */
const STAFF_PATH = /^\/(?:(?:admin|business|submissions)\/.|places\/[^/]+\/questions|transparency$)/;

export function isStaffPath(path: string): boolean {
  return STAFF_PATH.test(path);
}

const LIST_OF_ALL = /\/manifest-([\w-]+\.js)$/;

/** The address of the list with all routes, beside the one that the build wrote; development has only one. */
export function wholeRouteList(url: string): string {
  return url.replace(LIST_OF_ALL, "/whole-manifest-$1");
}
