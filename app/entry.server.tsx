import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";

import { renderToPipeableStream } from "react-dom/server";
import { type EntryContext, type HandleErrorFunction, isRouteErrorResponse, ServerRouter } from "react-router";

import { siteContext } from "./platform/site.ts";

/** A page that takes longer fails, and the visitor gets the error page. */
export const streamTimeout = 10_000;

/** Renders the whole page before the first byte, because it is hashed, secured and cached in one piece. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
): Promise<Response> {
  const html = await renderWhole(<ServerRouter context={routerContext} url={request.url} />);
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(new Uint8Array(html), { status, headers });
}

function renderWhole(page: React.ReactNode): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => abort(new Error(`Rendering took over ${streamTimeout} ms`)), streamTimeout);
    const { pipe, abort } = renderToPipeableStream(page, {
      onAllReady: () => {
        clearTimeout(timer);
        buffer(pipe(new PassThrough())).then(resolve, reject);
      },
      onShellError: reject,
      // The page is sent in one piece, so React must not move late content to its end for a script to place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      // An incomplete page is replaced by the error page.
      onError: reject,
    });
  });
}

/** React Router calls this for everything that loaders and components throw, except responses. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  // Expected answers such as 404 and 405 are not logged.
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  const site = context.get(siteContext);
  if (site === null) throw error;
  site.log.error({ err: error, path: new URL(request.url).pathname }, "A page failed");
};
