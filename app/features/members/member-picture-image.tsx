import type { MemberPicture } from "./member.ts";

/** Beside a name, so it has no words. `size` in CSS pixels; the theme shows the one for its light. */
export function MemberPictureImage({ picture: { day, night }, size }: { picture: MemberPicture; size: number }) {
  return (
    <>
      <Image src={day} size={size} light={night === null ? null : "day"} />
      {night !== null && <Image src={night} size={size} light="night" />}
    </>
  );
}

function Image({ src, size, light }: { src: string; size: number; light: "day" | "night" | null }) {
  return (
    <img
      className={light === null ? "member-picture" : `member-picture by-${light}`}
      src={src}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
    />
  );
}
