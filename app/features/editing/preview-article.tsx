import type { ComponentProps, ReactNode } from "react";

import { GuideColumns, GuideHead } from "../guides/guide-article.tsx";

type PreviewArticleProps = Pick<ComponentProps<typeof GuideColumns>, "guide" | "plan"> & {
  isWhole: boolean;
  /** Who sees it. */
  children: ReactNode;
};

/** A guide as it is written now, below a note of what it isn't yet. */
export function PreviewArticle({ guide, plan, isWhole, children }: PreviewArticleProps) {
  return (
    <article>
      <div className="wrap">
        <p className="preview-note" role="note">
          {children}
          {!isWhole && " Some of its places aren’t in the guide."}
          {guide.isForMembers && " Members alone will read all of it."}
        </p>
        <GuideHead guide={guide} />
      </div>
      <GuideColumns guide={guide} plan={plan} signIn={null} />
    </article>
  );
}
