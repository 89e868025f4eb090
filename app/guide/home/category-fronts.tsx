import "./home.css";

import { Link } from "react-router";

import { CategoryFrontPair } from "#illustrations/category-front-picture.tsx";
import { pluralize } from "#app/ui/format-count.ts";
import type { HomeCategory } from "./home.ts";

/** The categories as eight rowhouses that share their walls. */
export function CategoryFronts({ categories }: { categories: readonly HomeCategory[] }) {
  return (
    <ul className="fronts">
      {categories.map(({ slug, name, placeCount }) => (
        <li key={slug}>
          <Link to={`/${slug}`}>
            <CategoryFrontPair slug={slug} />
            <h3 className="h4">{name}</h3>
            <p className="fronts-count text-meta text-muted">{pluralize(placeCount, "place")}</p>
          </Link>
        </li>
      ))}
    </ul>
  );
}
