import { Link } from "react-router";

import { CategoryFrontPair } from "#illustrations/category-front-picture.tsx";
import { streetPlanPath } from "#illustrations/picture-url.ts";
import { CATEGORY_LINKS, type NeighborhoodLink } from "./navigation.ts";

/** The eight categories beside drawn storefronts. Hovering over a name highlights its storefront. */
export function CategoriesSheet({ currentPath }: { currentPath: string }) {
  return (
    <div className="wrap menu-columns">
      <MenuList links={CATEGORY_LINKS.map(({ label, to }) => ({ label, to, isCurrent: currentPath === to }))} />
      <div className="menu-fronts" aria-hidden="true">
        {CATEGORY_LINKS.map(({ slug }) => (
          <span key={slug}>
            <CategoryFrontPair slug={slug} />
          </span>
        ))}
      </div>
    </div>
  );
}

/** The neighborhoods beside a street plan. Hovering over a name shows its plan. */
export function NeighborhoodsSheet({
  neighborhoods,
  currentPath,
}: {
  neighborhoods: readonly NeighborhoodLink[];
  currentPath: string;
}) {
  return (
    <div className="wrap menu-columns">
      <MenuList
        links={neighborhoods.map(({ slug, name }) => ({
          label: name,
          to: `/neighborhood/${slug}`,
          isCurrent: currentPath === `/neighborhood/${slug}`,
        }))}
      />
      <div className="menu-plans" aria-hidden="true">
        {neighborhoods.map(({ slug }) => (
          <span key={slug}>
            <PlanPicture slug={slug} light="day" />
            <PlanPicture slug={slug} light="night" />
          </span>
        ))}
      </div>
      <p className="menu-aside">
        DC neighborhoods have no official borders. Ours follow streets and are approximate.
        <Link className="link" to="/neighborhoods">
          All neighborhoods
        </Link>
      </p>
    </div>
  );
}

function MenuList({ links }: { links: readonly { label: string; to: string; isCurrent: boolean }[] }) {
  return (
    <ul className="menu-list">
      {links.map(({ label, to, isCurrent }) => (
        <li key={to}>
          <Link to={to} aria-current={isCurrent ? "page" : undefined}>
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function PlanPicture({ slug, light }: { slug: string; light: "day" | "night" }) {
  return (
    <img
      className={`by-${light}`}
      src={streetPlanPath(slug, light)}
      alt=""
      width={200}
      height={200}
      loading="lazy"
      decoding="async"
    />
  );
}
