/** A category's house, by day and by night. The theme shows one of them. No alt text, because the name is beside it. */
export function CategoryFrontPair({ slug }: { slug: string }) {
  return (
    <>
      <CategoryFront slug={slug} light="day" />
      <CategoryFront slug={slug} light="night" />
    </>
  );
}

function CategoryFront({ slug, light }: { slug: string; light: "day" | "night" }) {
  return (
    <img
      className={`by-${light}`}
      src={`/pictures/fronts/${slug}-${light}.svg`}
      alt=""
      width={148}
      height={230}
      loading="lazy"
      decoding="async"
    />
  );
}
