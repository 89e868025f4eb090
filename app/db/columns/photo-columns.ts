/** Aspect ratios of a crop, width to height; "whole" crops nothing. */
export const CROP_SHAPES = ["whole", "16:9", "3:2", "4:3", "1:1", "3:4"] as const;
export type CropShape = (typeof CROP_SHAPES)[number];

/** Types of photo queries, from the specification. */
export const PHOTO_TYPES = ["business", "category", "neighborhood", "restaurant"] as const;
export type PhotoType = (typeof PHOTO_TYPES)[number];
