import type { SiteSceneName } from "./site-scenes.ts";

type Size = { width: number; height: number };

/** A small scene by day and by night. The theme shows one of them. Decorative, so it has no alt text. */
export function SiteScenePicture({ name, width, height }: { name: SiteSceneName } & Size) {
  return (
    <>
      {(["day", "night"] as const).map((light) => (
        <img
          key={light}
          className={`site-scene by-${light}`}
          src={`/pictures/scenes/${name}-${light}.svg`}
          alt=""
          width={width}
          height={height}
          decoding="async"
          loading="lazy"
        />
      ))}
    </>
  );
}
