import "./preview-article.css";

import type { ComponentProps, ReactNode } from "react";

import { HeroPicture } from "#app/guide/photos/stock/hero-picture.tsx";
import { GuideColumns, GuideHead } from "#app/guide/guides/page/guide-article.tsx";

type PreviewArticleProps = Pick<ComponentProps<typeof GuideColumns>, "guide" | "plan"> & {
  isWhole: boolean;
  /** Says who can see the preview. */
  children: ReactNode;
};

/** A draft as readers would see it, with a note above. */
export function PreviewArticle({ guide, plan, isWhole, children }: PreviewArticleProps) {
  return (
    <article>
      <div className="wrap">
        <p className="preview-note" role="note">
          {children}
          {!isWhole && " Some of its places don’t exist."}
          {guide.isForMembers && " Only members will be able to read all of it."}
        </p>
        <GuideHead guide={guide} />
        <HeroPicture
          className="guide-picture"
          picture={guide.picture}
          query={null}
          {...(guide.picture.isCover && { credit: guide.picture.credit })}
        />
      </div>
      <GuideColumns guide={guide} plan={plan} signIn={null} />
    </article>
  );
}
