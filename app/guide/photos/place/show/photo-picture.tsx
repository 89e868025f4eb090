import { photoSource, type PreparedPhoto, photoSrcSet } from "../place-photo.ts";

type PhotoPictureProps = {
  photo: PreparedPhoto;
  /** The sizes attribute: the width at which it is displayed. */
  sizes: string;
  /** "eager" for photos in the first view. */
  loading: "eager" | "lazy";
  className?: string;
};

/** A photo in the format and width that the browser prefers, with its size set to avoid a layout shift. */
export function ResponsivePhoto({ photo, sizes, loading, className }: PhotoPictureProps) {
  return (
    <picture className={className}>
      <source type="image/avif" srcSet={photoSrcSet(photo, "avif")} sizes={sizes} />
      <source type="image/webp" srcSet={photoSrcSet(photo, "webp")} sizes={sizes} />
      <img
        src={photoSource(photo, 960)}
        srcSet={photoSrcSet(photo, "jpg")}
        sizes={sizes}
        alt={photo.alt}
        width={photo.width}
        height={photo.height}
        loading={loading}
        decoding="async"
        fetchPriority={loading === "eager" ? "high" : undefined}
      />
    </picture>
  );
}
