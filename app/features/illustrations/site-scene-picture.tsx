import type { SiteSceneName } from "./site-scenes.ts";

type Size = { width: number; height: number };

/** A small scene by day and by night: the theme shows one. It says nothing that the words beside it don't. */
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
