import type { MemberPicture } from "./member.ts";

/** Decorative, beside a name. `size` in CSS pixels. CSS shows the image for the current theme. */
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
