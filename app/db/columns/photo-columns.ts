/** Aspect ratios of a crop, width to height; "whole" crops nothing. */
export const CROP_SHAPES = ["whole", "16:9", "3:2", "4:3", "1:1", "3:4"] as const;
export type CropShape = (typeof CROP_SHAPES)[number];

/** A free picture of a place on Wikimedia Commons, with all that its credit needs. The fact "picture" of the place. */
export type PlacePicture = {
  /** The file's name without "File:". */
  file: string;
  /** Of the page about the file. */
  pageUrl: string;
  /** Empty: unknown, which only licenses without a duty to name the author allow. */
  author: string;
  /** Where the author says that it is from. Empty: their own work, or unknown. */
  origin: string;
  /** "CC BY-SA 4.0". */
  license: string;
  licenseUrl: string;
  /** Of the file, as hexadecimal digits. */
  sha1: string;
};

/** Types of photo queries, from the specification. */
export const PHOTO_TYPES = ["business", "category", "neighborhood", "restaurant"] as const;
export type PhotoType = (typeof PHOTO_TYPES)[number];
