import "../subscribers/newsletter.css";

import { issuePath } from "../newsletter-paths.ts";

/** Whether the issue is in the archive, with the button to hide or show it. */
export function ArchiveSection({ path, slug, isHidden }: { path: string; slug: string; isHidden: boolean }) {
  return (
    <section aria-labelledby="in-archive">
      <h2 className="h2" id="in-archive">
        Archive
      </h2>
      <form method="post" action={path} className="newsletter-buttons">
        {isHidden ? (
          <>
            <p>Hidden from the archive, the feed and the sitemap.</p>
            <button type="submit" className="button button-outline" name="do" value="put-back">
              Show in archive
            </button>
          </>
        ) : (
          <>
            <a className="link" href={issuePath(slug)}>
              View in archive
            </a>
            <button type="submit" className="button button-plain" name="do" value="take-down">
              Hide from archive
            </button>
          </>
        )}
      </form>
    </section>
  );
}
