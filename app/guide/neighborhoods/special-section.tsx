import "./neighborhood-page.css";

import type { NeighborhoodPage } from "./neighborhood.ts";

/** What makes a neighborhood special, numbered. */
export function SpecialSection({ special }: Pick<NeighborhoodPage, "special">) {
  if (special.length === 0) return null;
  return (
    <section className="special" aria-labelledby="special">
      <h2 className="h1" id="special">
        What makes it special
      </h2>
      <ol>
        {special.map(({ title, text }, index) => (
          <li key={title}>
            <span className="special-number" aria-hidden="true">
              {index + 1}
            </span>
            <div>
              <h3 className="h3">{title}</h3>
              <p className="text-row text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
